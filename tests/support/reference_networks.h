// Published networks as their engines fuse them, written down independently of the ONNX path.
#pragma once

#include "support/network_builder.h"

namespace whichchip::tests {

enum class ResNetStride { in_3x3, in_first_1x1 };  // torchvision's v1.5; the paper's v1

workload::Workload resnet50(std::int64_t batch, std::int64_t side = 224,
                            ResNetStride stride = ResNetStride::in_3x3);  // 56 kernels
// TensorFlow-Slim's: stride at the end of a stage; v1, or v2 with pre-activation.
workload::Workload resnet_slim(std::int64_t batch, std::int64_t depth, std::int64_t side, bool preactivated);
workload::Workload bert(std::int64_t batch, std::int64_t length, bool large);  // 7 kernels a layer
workload::Workload vgg(std::int64_t depth, std::int64_t batch);
workload::Workload mobilenet_v1(std::int64_t batch);
workload::Workload mobilenet_v2(std::int64_t batch);
workload::Workload squeezenet1_1(std::int64_t batch, std::int64_t side = 224);
workload::Workload googlenet(std::int64_t batch);

}  // namespace whichchip::tests
