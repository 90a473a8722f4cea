// Collects a device's figures, each with the provenance of its path in the device's file. Private to report/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/figures.h"

namespace whichchip::report {

class FigureSheet {
 public:
  explicit FigureSheet(const hardware::Device& device) : device_(device) {}

  // `path`: of the figure, or of an object inside which it stands.
  void add(std::string key, std::string title, std::optional<double> value, core::Quantity quantity,
           const std::string& path);
  void add_shown(std::string key, std::string title, std::optional<double> value, std::string shown,
                 const std::string& path);
  // One figure per precision that there is: key_fp16_ops_per_s, path/fp16.
  void add_peaks(const std::string& key, const std::string& title, const hardware::PerPrecision& peaks,
                 const std::string& path);
  std::vector<Figure> take();

 private:
  const hardware::Device& device_;
  std::vector<Figure> figures_;
};

// What a chip is built of, by its kind of geometry: arrays, lanes, caches.
void add_building_blocks(FigureSheet& sheet, const hardware::Geometry& geometry);

}  // namespace whichchip::report
