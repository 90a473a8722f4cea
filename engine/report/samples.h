// The list of sample models that ships with whichchip: sample_models/manifest.json.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace whichchip::report {

struct SampleInput {
  std::string name, dtype;
  std::vector<std::string> shape;  // a number or a symbol's name each
};

struct Sample {
  std::string name;    // what is typed: "resnet50"
  std::string title;   // what is shown
  std::string family;  // "CNN", "transformer", …
  std::string file;    // relative to the manifest
  std::vector<SampleInput> inputs;
  std::map<std::string, std::int64_t> default_dims;  // what the symbols are bound to when nobody says otherwise
  std::int64_t macs = 0, parameters = 0, file_bytes = 0;
};

// In the manifest's order. Throws core::Error (internal) naming the JSON path when the manifest is not what it should
// be.
std::vector<Sample> parse_samples(std::string_view manifest_json);

}  // namespace whichchip::report
