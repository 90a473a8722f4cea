#include "cli/inputs.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/suggest.h"
#include "hardware/edit.h"
#include "model/byte_source.h"
#include "model/open_model.h"

namespace whichchip::cli {
namespace {

namespace fs = std::filesystem;
using core::Error;
using core::ErrorCode;

std::string read_text(const fs::path& path, ErrorCode code) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw Error(code, "cannot read the file: " + std::string(std::strerror(errno)), path.string(),
                "check its path and permissions");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Where this program is, so that an installation can be moved.
fs::path program_folder() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  return failure ? fs::path() : program.parent_path();
}

std::vector<std::byte> read_standard_input() {
  constexpr std::size_t kChunk = 1 << 16;
  std::vector<std::byte> bytes;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kChunk);
    const std::size_t got = std::fread(bytes.data() + size, 1, kChunk, stdin);
    bytes.resize(size + got);
    if (got == 0) break;
  }
  if (std::ferror(stdin) != 0)
    throw Error(ErrorCode::bad_model, "cannot read standard input", {}, "give a file's path instead of -");
  return bytes;
}

// "archive.zip!folder/model.onnx" names a model inside an archive.
struct ModelPath {
  std::string file;
  std::string member;
};

ModelPath split_member(const std::string& model) {
  std::error_code failure;
  const std::size_t mark = model.find('!');
  if (mark == std::string::npos || fs::exists(model, failure)) return {model, {}};
  return {model.substr(0, mark), model.substr(mark + 1)};
}

// A model that is read, before any dimension is bound.
struct Source {
  model::Skeleton skeleton;
  std::string name;
  model::DimensionBindings defaults;  // a sample's own
};

Source source_of(model::ByteSource& bytes, const std::string& name, const std::string& member = {},
                 const model::ReadOptions& options = {}) {
  model::OpenedModel opened = model::open_model(bytes, member, options);
  return {std::move(opened.skeleton), opened.member.empty() ? name : opened.member, {}};
}

Source file_source_of(const ModelPath& path) {
  model::ReadOptions options;
  options.neighbour_bytes =
      [folder = fs::path(path.file).parent_path()](const std::string& location) -> std::optional<std::int64_t> {
    std::error_code failure;
    const auto bytes = fs::file_size(folder / location, failure);
    if (failure) return std::nullopt;
    return static_cast<std::int64_t>(bytes);
  };
  return source_of(*model::file_source(path.file), path.file, path.member, options);
}

model::Graph resolved(const Source& source, const analysis::Request& request) {
  const model::DimensionBindings& defaults = source.defaults.empty() ? request.default_dims : source.defaults;
  return analysis::resolve(source.skeleton, request, defaults);
}

bool looks_like_path(const std::string& model) {
  return model.find_first_of("/\\") != std::string::npos || model.ends_with(".onnx");
}

[[noreturn]] void fail_unknown(const std::string& model, const std::vector<report::Sample>& samples) {
  std::vector<std::string> names;
  for (const report::Sample& sample : samples) names.push_back(sample.name);
  const std::string nearest = core::join_choices(core::nearest(model, names, 3));
  throw Error(ErrorCode::bad_model, "'" + model + "' is neither a file nor a sample", {},
              "the nearest samples are " + nearest + "; `whichchip models` lists them all");
}

}  // namespace

std::string samples_folder() {
  const char* given = std::getenv("WHICHCHIP_SAMPLES");
  if (given != nullptr && *given != '\0') return given;
  std::error_code failure;
  fs::path folder = program_folder();
  const fs::path installed = folder / ".." / "share" / "whichchip" / "sample_models";
  if (fs::exists(installed / "manifest.json", failure)) return installed.lexically_normal().string();
  // A build tree stands somewhere below its source tree.
  for (; folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / "sample_models" / "manifest.json", failure)) return (folder / "sample_models").string();
  }
  throw Error(ErrorCode::bad_model, "the sample models are not here", {},
              "set WHICHCHIP_SAMPLES to the folder that holds their manifest.json, or give the path of an ONNX file");
}

std::vector<report::Sample> load_samples() {
  return report::parse_samples(read_text(fs::path(samples_folder()) / "manifest.json", ErrorCode::bad_model));
}

namespace {

Source find_model(const std::string& model) {
  if (model == "-") {
    const std::vector<std::byte> bytes = read_standard_input();
    return source_of(*model::memory_source(bytes), "stdin");
  }
  std::error_code failure;
  if (fs::is_directory(model, failure) && looks_like_path(model)) {
    throw Error(ErrorCode::bad_model, "'" + model + "' is a folder", {}, "give the .onnx file inside it");
  }
  const ModelPath named = split_member(model);
  if (fs::exists(named.file, failure) && !fs::is_directory(named.file, failure)) return file_source_of(named);
  if (looks_like_path(model)) {
    throw Error(ErrorCode::bad_model, "there is no file '" + model + "'", {},
                "check the path; `whichchip models` lists the samples that can be given by name");
  }
  const std::vector<report::Sample> samples = load_samples();
  for (const report::Sample& sample : samples) {
    if (!core::equal_ignoring_case(sample.name, model)) continue;
    const std::string path = (fs::path(samples_folder()) / sample.file).string();
    Source source = source_of(*model::file_source(path), sample.name);
    source.defaults = sample.default_dims;
    return source;
  }
  fail_unknown(model, samples);
}

constexpr std::size_t kMostNodesKept = 200'000;

analysis::OpenModel opened(const std::shared_ptr<const Source>& source) {
  return [source](const analysis::Request& request) {
    return workload::build_workload(resolved(*source, request), source->name);
  };
}

}  // namespace

Loaded load_workload(const std::string& model, const analysis::Request& request) {
  const auto source = std::make_shared<Source>(find_model(model));
  const model::ReadStatistics statistics = source->skeleton.statistics;
  const model::Graph graph = resolved(*source, request);
  // A million nodes take half a gigabyte.
  if (graph.nodes.size() > kMostNodesKept) source->skeleton = {};
  Loaded loaded{workload::build_workload(graph, source->name),
                statistics.file_bytes,
                statistics.bytes_read,
                statistics.reads,
                {}};
  if (graph.nodes.size() <= kMostNodesKept) loaded.model = opened(source);
  return loaded;
}

analysis::OpenModel open_model(const std::string& model) {
  return opened(std::make_shared<const Source>(find_model(model)));
}

hardware::Catalog load_catalog(const std::vector<std::string>& folders, const std::vector<std::string>& edits) {
  hardware::Catalog catalog = hardware::builtin_catalog();
  for (const std::string& folder : folders) {
    std::error_code failure;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
      const std::string file = entry.path().filename().string();
      // A copy of assets/hardware holds these two beside the devices.
      if (entry.path().extension() == ".json" && file != "sets.json" && file != "schema.json")
        files.push_back(entry.path());
    }
    if (failure)
      throw Error(ErrorCode::bad_usage, "cannot read the folder '" + folder + "': " + failure.message(), "--catalog",
                  "give a folder of device files");
    if (files.empty())
      throw Error(ErrorCode::bad_usage, "'" + folder + "' holds no device file", "--catalog",
                  "put one .json file per device there, in the form of assets/hardware");
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      hardware::add_device(catalog, hardware::parse_device(read_text(file, ErrorCode::bad_hardware), file.string()));
    }
  }
  return edits.empty() ? catalog : hardware::with_edits(catalog, edits);
}

}  // namespace whichchip::cli
