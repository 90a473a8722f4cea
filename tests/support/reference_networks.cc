#include "support/reference_networks.h"

#include <array>

namespace whichchip::tests {
namespace {

struct Stage {
  std::int64_t blocks, width;
};

Map bottleneck(NetworkBuilder& net, const Map& in, std::int64_t width, std::int64_t stride, bool project,
               ResNetStride where) {
  const std::int64_t first = where == ResNetStride::in_first_1x1 ? stride : 1;
  const Map identity = project ? net.conv(in, 4 * width, 1, stride) : in;
  Map x = net.conv(in, width, 1, first);
  x = net.conv(x, width, 3, stride / first);
  return net.conv(x, 4 * width, 1, 1, 1, &identity);
}

// TensorFlow-Slim: the last unit of a stage carries the stride, its shortcut a strided slice. With pre-activation the
// normalisation in front of a unit is a kernel of its own.
Map slim_unit(NetworkBuilder& net, const Map& in, std::int64_t width, std::int64_t stride, bool project,
              bool preactivated) {
  const Map start = preactivated ? net.scale(in) : in;
  Map identity = in;
  if (project)
    identity = net.conv(start, 4 * width, 1, stride);
  else if (stride > 1)
    identity = net.max_pool(in, 1, stride);
  Map x = net.conv(start, width, 1);
  x = net.conv(x, width, 3, stride);
  return net.conv(x, 4 * width, 1, 1, 1, &identity);
}

Map fire(NetworkBuilder& net, const Map& in, std::int64_t squeeze, std::int64_t expand) {
  const Map s = net.conv(in, squeeze, 1);
  const Map a = net.conv(s, expand, 1);
  const Map b = net.conv(s, expand, 3);
  return net.concat({a, b});
}

Map inception(NetworkBuilder& net, const Map& in, const std::array<std::int64_t, 6>& c) {
  const Map a = net.conv(in, c[0], 1);
  const Map b = net.conv(net.conv(in, c[1], 1), c[2], 3);
  const Map d = net.conv(net.conv(in, c[3], 1), c[4], 3);
  const Map p = net.conv(net.max_pool(in, 3, 1), c[5], 1);
  return net.concat({a, b, d, p});
}

}  // namespace

workload::Workload resnet50(std::int64_t batch, std::int64_t side, ResNetStride where) {
  NetworkBuilder net(batch);
  Map x = net.max_pool(net.conv(net.image(3, side, side), 64, 7, 2), 3, 2);
  std::int64_t index = 0;
  for (const Stage& stage : {Stage{3, 64}, Stage{4, 128}, Stage{6, 256}, Stage{3, 512}}) {
    for (std::int64_t block = 0; block < stage.blocks; ++block)
      x = bottleneck(net, x, stage.width, block == 0 && index > 0 ? 2 : 1, block == 0, where);
    ++index;
  }
  net.linear(net.global_pool(x), 1000);
  return net.finish();
}

workload::Workload resnet_slim(std::int64_t batch, std::int64_t depth, std::int64_t side, bool preactivated) {
  NetworkBuilder net(batch);
  Map x = net.max_pool(net.conv(net.image(3, side, side), 64, 7, 2), 3, 2);
  const bool deep = depth == 152;
  std::int64_t index = 0;
  for (const Stage& stage : {Stage{3, 64}, Stage{deep ? 8 : 4, 128},
                             Stage{deep           ? 36
                                   : depth == 101 ? 23
                                                  : 6,
                                   256},
                             Stage{3, 512}}) {
    for (std::int64_t block = 0; block < stage.blocks; ++block)
      x = slim_unit(net, x, stage.width, block + 1 == stage.blocks && index < 3 ? 2 : 1, block == 0, preactivated);
    ++index;
  }
  net.linear(net.global_pool(preactivated ? net.scale(x) : x), 1001);
  return net.finish();
}

workload::Workload bert(std::int64_t batch, std::int64_t length, bool large) {
  const std::int64_t layers = large ? 24 : 12, features = large ? 1024 : 768, heads = large ? 16 : 12;
  constexpr int kGelu = 6;
  NetworkBuilder net(batch);
  Map x = net.tokens(features, length);
  for (std::int64_t layer = 0; layer < layers; ++layer) {
    const Map context = net.attention(net.project(x, 3 * features, 1), heads);
    x = net.add_norm(net.project(context, features, 1), x);
    const Map hidden = net.project(net.project(x, 4 * features, kGelu, 1), features, 1);
    x = net.add_norm(hidden, x);
  }
  return net.finish();
}

workload::Workload vgg(std::int64_t depth, std::int64_t batch) {
  NetworkBuilder net(batch);
  const std::int64_t late = depth == 19 ? 4 : 3;
  Map x = net.image(3, 224, 224);
  for (const Stage& stage : {Stage{2, 64}, Stage{2, 128}, Stage{late, 256}, Stage{late, 512}, Stage{late, 512}}) {
    for (std::int64_t i = 0; i < stage.blocks; ++i) x = net.conv(x, stage.width, 3);
    x = net.max_pool(x, 2, 2);
  }
  net.linear(net.linear(net.linear(x, 4096), 4096), 1000);
  return net.finish();
}

workload::Workload mobilenet_v1(std::int64_t batch) {
  NetworkBuilder net(batch);
  Map x = net.conv(net.image(3, 224, 224), 32, 3, 2);
  struct Block {
    std::int64_t channels, stride;
  };
  for (const Block& b :
       {Block{64, 1}, Block{128, 2}, Block{128, 1}, Block{256, 2}, Block{256, 1}, Block{512, 2}, Block{512, 1},
        Block{512, 1}, Block{512, 1}, Block{512, 1}, Block{512, 1}, Block{1024, 2}, Block{1024, 1}})
    x = net.conv(net.depthwise(x, 3, b.stride), b.channels, 1);
  net.linear(net.global_pool(x), 1001);
  return net.finish();
}

workload::Workload mobilenet_v2(std::int64_t batch) {
  NetworkBuilder net(batch);
  Map x = net.conv(net.image(3, 224, 224), 32, 3, 2);
  struct Block {
    std::int64_t expand, channels, repeat, stride;
  };
  for (const Block& b : {Block{1, 16, 1, 1}, Block{6, 24, 2, 2}, Block{6, 32, 3, 2}, Block{6, 64, 4, 2},
                         Block{6, 96, 3, 1}, Block{6, 160, 3, 2}, Block{6, 320, 1, 1}}) {
    for (std::int64_t i = 0; i < b.repeat; ++i) {
      const Map in = x;
      if (b.expand > 1) x = net.conv(x, in.channels * b.expand, 1);
      x = net.depthwise(x, 3, i == 0 ? b.stride : 1);
      x = net.conv(x, b.channels, 1, 1, 1, i > 0 ? &in : nullptr);
    }
  }
  net.linear(net.global_pool(net.conv(x, 1280, 1)), 1000);
  return net.finish();
}

workload::Workload squeezenet1_1(std::int64_t batch, std::int64_t side) {
  NetworkBuilder net(batch);
  Map x = net.max_pool(net.valid_conv(net.image(3, side, side), 64, 3, 2), 3, 2);
  x = net.max_pool(fire(net, fire(net, x, 16, 64), 16, 64), 3, 2);
  x = net.max_pool(fire(net, fire(net, x, 32, 128), 32, 128), 3, 2);
  x = fire(net, fire(net, fire(net, fire(net, x, 48, 192), 48, 192), 64, 256), 64, 256);
  net.global_pool(net.conv(x, 1000, 1));
  return net.finish();
}

workload::Workload googlenet(std::int64_t batch) {
  NetworkBuilder net(batch);
  Map x = net.max_pool(net.conv(net.image(3, 224, 224), 64, 7, 2), 3, 2);
  x = net.max_pool(net.conv(net.conv(x, 64, 1), 192, 3), 3, 2);
  x = inception(net, inception(net, x, {64, 96, 128, 16, 32, 32}), {128, 128, 192, 32, 96, 64});
  x = net.max_pool(x, 3, 2);
  for (const std::array<std::int64_t, 6>& c : {std::array<std::int64_t, 6>{192, 96, 208, 16, 48, 64},
                                               {160, 112, 224, 24, 64, 64},
                                               {128, 128, 256, 24, 64, 64},
                                               {112, 144, 288, 32, 64, 64},
                                               {256, 160, 320, 32, 128, 128}})
    x = inception(net, x, c);
  x = inception(net, inception(net, net.max_pool(x, 3, 2), {256, 160, 320, 32, 128, 128}),
                {384, 192, 384, 48, 128, 128});
  net.linear(net.global_pool(x), 1000);
  return net.finish();
}

}  // namespace whichchip::tests
