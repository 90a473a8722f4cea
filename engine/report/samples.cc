#include "report/samples.h"

#include "nlohmann/json.hpp"

#include "core/error.h"

namespace whichchip::report {
namespace {

using nlohmann::json;

SampleInput parse_input(const json& value) {
  SampleInput input{value.at("name").get<std::string>(), value.at("dtype").get<std::string>(), {}};
  for (const json& dim : value.at("shape"))
    input.shape.push_back(dim.is_string() ? dim.get<std::string>() : std::to_string(dim.get<std::int64_t>()));
  return input;
}

Sample parse_sample(const json& value) {
  Sample sample;
  sample.name = value.at("name").get<std::string>();
  sample.title = value.value("title", sample.name);
  sample.family = value.at("family").get<std::string>();
  sample.file = value.at("file").get<std::string>();
  for (const json& input : value.at("inputs")) sample.inputs.push_back(parse_input(input));
  if (value.contains("default_dims"))
    sample.default_dims = value.at("default_dims").get<std::map<std::string, std::int64_t>>();
  // Products of weights alone are folded before the model runs; frameworks count them.
  sample.macs = value.at("macs").get<std::int64_t>() - value.value("macs_batch_independent", std::int64_t{0});
  sample.parameters = value.at("parameters").get<std::int64_t>();
  sample.file_bytes = value.value("file_bytes", std::int64_t{0});
  return sample;
}

}  // namespace

std::vector<Sample> parse_samples(std::string_view manifest_json) {
  std::vector<Sample> samples;
  std::string where = "/models";
  try {
    const json manifest = json::parse(manifest_json);
    const json& models = manifest.at("models");
    for (std::size_t i = 0; i < models.size(); ++i) {
      where = "/models/" + std::to_string(i);
      samples.push_back(parse_sample(models[i]));
    }
  } catch (const json::exception& error) {
    throw core::Error(core::ErrorCode::internal, std::string("the list of sample models is damaged: ") + error.what(),
                      where, "reinstall whichchip, or give the path of an ONNX file");
  }
  return samples;
}

}  // namespace whichchip::report
