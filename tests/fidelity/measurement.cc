#include "fidelity/measurement.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>

namespace whichchip::fidelity {
namespace {

// One record; a quoted field may hold commas and doubled quotes, not line ends.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

// "height=224;width=224"
std::vector<std::pair<std::string, std::int64_t>> parse_dims(const std::string& text) {
  std::vector<std::pair<std::string, std::int64_t>> dims;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    const std::size_t equals = text.find('=', at);
    if (equals < end)
      dims.emplace_back(text.substr(at, equals - at), std::atoll(text.substr(equals + 1, end - equals - 1).c_str()));
    at = end + 1;
  }
  return dims;
}

}  // namespace

std::vector<Measurement> read_measurements(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  std::map<std::string, std::size_t> column;
  const std::vector<std::string> header = split(line);
  for (std::size_t i = 0; i < header.size(); ++i) column[header[i]] = i;
  std::vector<Measurement> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = split(line);
    if (fields.size() != header.size()) continue;
    const auto get = [&](const char* name) { return fields.at(column.at(name)); };
    Measurement m;
    m.id = get("id");
    m.model = get("model");
    m.device = get("device");
    m.power_mode = get("power_mode");
    m.units_used = get("units_used");
    m.precision = get("precision");
    m.runtime = get("runtime");
    m.boundary = get("boundary");
    m.metric = get("metric");
    m.whole_system = get("note").find("whole system at the wall") != std::string::npos;
    m.derived_batch = get("note").find(" derived: ") != std::string::npos;
    m.source = get("source");
    m.dims = parse_dims(get("dims"));
    m.batch = std::atoll(get("batch").c_str());
    m.value = std::strtod(get("value").c_str(), nullptr);
    rows.push_back(m);
  }
  return rows;
}

}  // namespace whichchip::fidelity
