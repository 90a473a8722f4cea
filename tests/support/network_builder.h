// Workloads by hand, already fused, for tests that must not depend on the ONNX path:
//   NetworkBuilder net(batch); auto x = net.image(3, 224, 224); x = net.conv(x, 64, 7, 2); … Workload w = net.finish();
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::tests {

struct Map {
  int tensor = -1;
  std::int64_t channels = 0, height = 0, width = 0;
};

class NetworkBuilder {
 public:
  explicit NetworkBuilder(std::int64_t batch, model::DataType type = model::DataType::float32);

  Map image(std::int64_t channels, std::int64_t height, std::int64_t width);
  // Same padding; bias, an activation and, where given, the addition of a residual are fused.
  Map conv(const Map& in, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride = 1,
           std::int64_t groups = 1, const Map* residual = nullptr);
  Map valid_conv(const Map& in, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride = 1);
  Map depthwise(const Map& in, std::int64_t kernel, std::int64_t stride = 1);
  Map max_pool(const Map& in, std::int64_t kernel, std::int64_t stride);
  Map global_pool(const Map& in);
  Map linear(const Map& in, std::int64_t outputs);  // of the flattened map
  Map add(const Map& a, const Map& b);
  Map scale(const Map& in);                   // per channel, with an activation
  Map concat(const std::vector<Map>& parts);  // free: the producers write strided

  // Sequences: channels = features, height = 1, width = tokens.
  Map tokens(std::int64_t features, std::int64_t length);
  Map project(const Map& in, std::int64_t features, int vector_ops_per_output, int transcendental_per_output = 0);
  Map attention(const Map& qkv, std::int64_t heads);  // fused; qkv holds 3 × features
  Map add_norm(const Map& a, const Map& b);

  // Single kernels of any kind.
  workload::Subgraph& kernel(workload::OperatorKind kind);
  Map output_of(workload::Subgraph& subgraph, std::int64_t channels, std::int64_t height, std::int64_t width);
  void read(workload::Subgraph& subgraph, const Map& map);
  void weight(workload::Subgraph& subgraph, std::int64_t elements);

  // The last map becomes the output; all three partitions are the same.
  workload::Workload finish();

 private:
  int tensor(std::int64_t elements, bool weight);
  Map convolution(const Map& in, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
                  std::int64_t groups, std::int64_t out_h, std::int64_t out_w, const Map* residual);

  std::int64_t batch_;
  model::DataType type_;
  workload::Workload workload_;
  workload::Partition partition_;
};

}  // namespace whichchip::tests
