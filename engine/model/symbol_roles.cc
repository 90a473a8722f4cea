#include "model/symbol_roles.h"

#include <algorithm>
#include <array>

#include "model/data_type.h"
#include "model/resolve.h"
#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_image(const onnx::ValueInfoProto& input) {
  const auto& tensor = input.type().tensor_type();
  const DataType type = data_type(tensor.elem_type());
  return tensor.shape().dim_size() == 4 && (is_floating(type) || type == DataType::uint8);
}

bool is_channel_count(const onnx::TensorShapeProto::Dimension& dimension) {
  return dimension.has_dim_value() &&
         (dimension.dim_value() == 1 || dimension.dim_value() == 3 || dimension.dim_value() == 4);
}

// Sound as it was sampled: batch × samples, or with a channel or two between them.
bool is_waveform(const onnx::ValueInfoProto& input) {
  const std::string name = lower_case(input.name());
  const auto& tensor = input.type().tensor_type();
  const auto& shape = tensor.shape();
  const auto is_called = [&name](const char* part) { return contains(name, part); };
  constexpr std::array kSound = {"audio", "wav", "speech", "sound", "pcm", "input_values"};
  constexpr std::array kSpectrum = {"feature", "mel", "spec", "mfcc", "length", "embed"};
  if (!is_floating(data_type(tensor.elem_type())) || shape.dim_size() < 2 || shape.dim_size() > 3) return false;
  if (shape.dim_size() == 3 && (!shape.dim(1).has_dim_value() || shape.dim(1).dim_value() > 2)) return false;
  return std::any_of(kSound.begin(), kSound.end(), is_called) &&
         std::none_of(kSpectrum.begin(), kSpectrum.end(), is_called);
}

}  // namespace

// Names that say nothing about which symbol they are: exporters number or blank them.
bool is_nameless(const std::string& text) {
  return text.empty() || text == "?" || text == "-1" || text == "0" || text == "None" || text == "none";
}

// Exporters number dimensions that they know nothing of: unk__17 (tf2onnx, ONNX's own inference), DynamicDimension.2
// (Paddle).
bool is_numbered(const std::string& text) {
  const std::string key = lower_case(text);
  for (const char* prefix : {"unk__", "unk_", "unknown_", "dynamicdimension."}) {
    const std::size_t length = std::string_view(prefix).size();
    if (key.starts_with(prefix) && key.size() > length &&
        key.find_first_not_of("0123456789", length) == std::string::npos)
      return true;
  }
  return false;
}

// Zero stands for "any" as a batch or as the size of an image; elsewhere it means what it says: an empty past, for one.
bool is_fixed(const onnx::ValueInfoProto& input, int axis) {
  const auto& dimension = input.type().tensor_type().shape().dim(axis);
  if (!dimension.has_dim_value()) return false;
  if (dimension.dim_value() != 0) return dimension.dim_value() > 0;
  const bool past = lower_case(input.name()).find("past") != std::string::npos;
  return axis > 0 && (past || !is_image(input));
}

bool names_batch(const std::string& symbol) {
  const std::string key = lower_case(symbol);
  return key == "n" || key == "b" || key == "bs" || key == "dynamic_axes_0" || contains(key, "batch");
}

DimensionRole role_of_name(const std::string& name) {
  const std::string key = lower_case(name);
  const auto is_one_of = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* n) { return key == n; });
  };
  if (contains(key, "total") && contains(key, "seq")) return DimensionRole::total;
  if (contains(key, "past") || contains(key, "cache_len")) return DimensionRole::past;
  if (names_batch(name)) return DimensionRole::batch;
  if (is_one_of({"s", "t", "length", "input_len", "text_len", "num_tokens"}) || contains(key, "seq"))
    return DimensionRole::sequence;
  if (is_one_of({"h"}) || contains(key, "height")) return DimensionRole::height;
  if (is_one_of({"w"}) || contains(key, "width")) return DimensionRole::width;
  if (is_one_of({"depth"})) return DimensionRole::depth;
  if (is_one_of({"c", "channels", "num_channels", "in_channels"})) return DimensionRole::channels;
  if (is_one_of({"feature_size", "num_mel_bins", "n_mels"})) return DimensionRole::features;
  if (is_one_of({"samples", "num_samples", "n_samples", "audio_samples"})) return DimensionRole::samples;
  if (is_one_of({"num_frames", "n_frames", "frames", "audio_length", "nb_max_frames"})) return DimensionRole::frames;
  return DimensionRole::other;
}

bool names_role(const std::string& key, DimensionRole role) {
  if (key == "batch") return role == DimensionRole::batch;
  if (key == "seq" || key == "sequence" || key == "sequence_length") return role == DimensionRole::sequence;
  if (key == "past" || key == "past_sequence_length") return role == DimensionRole::past;
  if (key == "depth") return role == DimensionRole::depth;
  if (key == "height") return role == DimensionRole::height;
  return key == "width" && role == DimensionRole::width;
}

DimensionRole role_of_place(const onnx::ValueInfoProto& input, std::size_t axis) {
  const auto& tensor = input.type().tensor_type();
  const auto& shape = tensor.shape();
  const bool past = contains(lower_case(input.name()), "past");
  if (axis == 0) return DimensionRole::batch;
  if (is_waveform(input))
    return axis + 1 == static_cast<std::size_t>(shape.dim_size()) ? DimensionRole::samples : DimensionRole::channels;
  if (past) return DimensionRole::past;
  if (is_image(input)) {
    const bool channels_last = is_channel_count(shape.dim(3)) && !is_channel_count(shape.dim(1));
    if (channels_last)
      return axis == 1 ? DimensionRole::height : axis == 2 ? DimensionRole::width : DimensionRole::channels;
    return axis == 1 ? DimensionRole::channels : axis == 2 ? DimensionRole::height : DimensionRole::width;
  }
  if (shape.dim_size() == 2 && is_integer(data_type(tensor.elem_type()))) return DimensionRole::sequence;
  return DimensionRole::other;
}

std::string name_of_place(const onnx::ValueInfoProto& input, std::size_t axis, DimensionRole role) {
  switch (role) {
    case DimensionRole::batch:
      return "batch";
    case DimensionRole::height:
      return "height";
    case DimensionRole::width:
      return "width";
    case DimensionRole::sequence:
      return "sequence_length";
    case DimensionRole::samples:
      return "samples";
    case DimensionRole::past:
      return "past_sequence_length";
    default:
      return clean_text(input.name()) + "." + std::to_string(axis);
  }
}

}  // namespace whichchip::model
