// The catalogue's own files, and a device file to break.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "nlohmann/json.hpp"

#include "core/error.h"
#include "hardware/catalog.h"

namespace whichchip::hardware {

inline std::filesystem::path hardware_folder() {
  return std::filesystem::path(WHICHCHIP_SOURCE_DIR) / "assets" / "hardware";
}

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Text of every device file by its name without ".json".
inline std::map<std::string, std::string> device_files() {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(hardware_folder())) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".json" && stem != "schema" && stem != "sets")
      files[stem] = read_text(entry.path());
  }
  return files;
}

inline nlohmann::json device_json(const std::string& id) {
  return nlohmann::json::parse(read_text(hardware_folder() / (id + ".json")));
}

inline Device parsed(const nlohmann::json& json) { return parse_device(json.dump(), "T.json"); }

// The error that a file gives; message "none" when it gives none.
inline core::Error error_of(const std::string& text) {
  try {
    parse_device(text, "T.json");
  } catch (const core::Error& error) {
    return error;
  }
  return core::Error(core::ErrorCode::internal, "none");
}
inline core::Error error_of(const nlohmann::json& json) { return error_of(json.dump()); }

inline Device device(const char* key) { return find_device(builtin_catalog(), key); }

}  // namespace whichchip::hardware
