#include "report/figures.h"

#include <utility>

#include "report/figure_sheet.h"

namespace whichchip::report {
namespace {

using core::Quantity;
using hardware::Device;

// The entry of the path itself, or of the nearest object around it.
const hardware::Provenance* provenance_of(const Device& device, std::string path) {
  while (!path.empty()) {
    const auto found = device.provenance.find(path);
    if (found != device.provenance.end()) return &found->second;
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
  return nullptr;
}

std::optional<double> positive(double value) { return value > 0 ? std::optional<double>(value) : std::nullopt; }

// "TSMC N7, 7 nm"; a name that says the size says it once.
std::string process_text(const Device& device) {
  if (!device.process_nm) return device.process_name;
  const std::string size = core::format_number(*device.process_nm, *device.process_nm < 10 ? 1 : 2) + " nm";
  if (device.process_name.empty()) return size;
  return device.process_name.find(" nm") == std::string::npos ? device.process_name + ", " + size : device.process_name;
}

}  // namespace

void FigureSheet::add(std::string key, std::string title, std::optional<double> value, Quantity quantity,
                      const std::string& path) {
  std::string shown = value ? core::format(quantity, *value) : std::string();
  add_shown(std::move(key), std::move(title), value, std::move(shown), path);
}

void FigureSheet::add_shown(std::string key, std::string title, std::optional<double> value, std::string shown,
                            const std::string& path) {
  Figure figure{std::move(key), std::move(title), value, std::move(shown), {}, {}, {}};
  if (const hardware::Provenance* provenance = provenance_of(device_, path)) {
    figure.status = hardware::name(provenance->status);
    figure.sources = provenance->sources;
    figure.note = provenance->note;
  }
  figures_.push_back(std::move(figure));
}

void FigureSheet::add_peaks(const std::string& key, const std::string& title, const hardware::PerPrecision& peaks,
                            const std::string& path) {
  for (const hardware::Precision precision : hardware::kPrecisions) {
    const std::optional<double> peak = hardware::at(peaks, precision);
    const std::string name = hardware::name(precision);
    if (peak) add(key + "_" + name + "_ops_per_s", title + " " + name, peak, Quantity::throughput, path + "/" + name);
  }
}

std::vector<Figure> FigureSheet::take() { return std::move(figures_); }

std::string full_name(const Device& device) {
  return device.vendor.empty() || device.name.starts_with(device.vendor) ? device.name
                                                                         : device.vendor + " " + device.name;
}

std::vector<Figure> figures(const Device& device) {
  FigureSheet sheet(device);
  const std::optional<double> year = device.launch_year ? std::optional<double>(*device.launch_year) : std::nullopt;
  sheet.add_shown("launch_year", "Launched", year, device.launch_year ? std::to_string(*device.launch_year) : "",
                  "/launch_year");
  sheet.add_shown("process_nm", "Process", device.process_nm, process_text(device), "/process/node");
  const std::optional<double> units = positive(device.units);
  sheet.add_shown("units", "Units", units, std::to_string(device.units) + " × " + device.unit_name, "/units/count");
  sheet.add("clock_hz", "Clock, sustained", positive(device.clock_hz), Quantity::frequency, "/clock/sustained");
  sheet.add_peaks("peak", "Peak", device.peak_ops_per_s, "/peak");
  sheet.add_peaks("peak_vector", "Vector peak", device.peak_vector_ops_per_s, "/peak_vector");
  sheet.add("memory_bytes", "Memory", device.memory.capacity_bytes, Quantity::bytes, "/memory/capacity");
  sheet.add("bandwidth_bytes_per_s", "Memory bandwidth", positive(device.memory.bandwidth_bytes_per_s),
            Quantity::bandwidth, "/memory/bandwidth");
  sheet.add("tdp_w", "TDP", positive(device.tdp_w), Quantity::power, "/power/tdp");
  const std::optional<double> idle = device.idle ? std::optional<double>(device.idle->watts) : std::nullopt;
  sheet.add("idle_w", "Idle power", idle, Quantity::power, "/power/idle");
  sheet.add("price_usd", "Price", device.price_usd, Quantity::money, "/price");
  add_building_blocks(sheet, device.geometry);
  return sheet.take();
}

}  // namespace whichchip::report
