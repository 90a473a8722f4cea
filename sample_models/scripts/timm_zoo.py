"""Models from timm, and residual networks of other frameworks made from the libraries' blocks by moving strides."""

import torch

from spec import Input, Spec


def timm_network(name, **arguments):
    def build():
        import timm
        return timm.create_model(name, pretrained=False, exportable=True, **arguments)
    return build


def resnet_v1(layers):
    """Stride in the first 1x1 convolution of a stage, as in the original paper's networks."""
    def build():
        import torchvision
        module = torchvision.models.get_model(f"resnet{layers}")
        for block in module.modules():
            if isinstance(block, torchvision.models.resnet.Bottleneck) and block.conv2.stride == (2, 2):
                block.conv1.stride, block.conv2.stride = (2, 2), (1, 1)
        return module
    return build


def resnet_v1_slim(layers):
    """TensorFlow-Slim's form: stride 2 in the 3x3 convolution of a stage's last unit, 1001 classes."""
    def build():
        import torchvision
        module = torchvision.models.get_model(f"resnet{layers}", num_classes=1001)
        for index, stage in enumerate((module.layer1, module.layer2, module.layer3, module.layer4)):
            stage[0].conv2.stride = (1, 1)
            stage[0].downsample[0].stride = (1, 1)
            if index < 3:
                stage[-1].conv2.stride = (2, 2)
                stage[-1].downsample = torch.nn.MaxPool2d(1, 2)
        return module
    return build


def resnet_v2_slim(layers):
    """Pre-activation units with stride 2 in a stage's last unit, 1001 classes."""
    def build():
        import timm
        module = timm.create_model(f"resnetv2_{layers}", pretrained=False, num_classes=1001)
        for index, stage in enumerate(module.stages):
            first, last = stage.blocks[0], stage.blocks[-1]
            first.conv2.stride = (1, 1)
            first.downsample.conv.stride = (1, 1)
            if isinstance(getattr(first.downsample, "pool", None), torch.nn.AvgPool2d):
                first.downsample.pool = torch.nn.Identity()
            if index < 3:
                last.conv2.stride = (2, 2)
                last.downsample = torch.nn.MaxPool2d(1, 2)
        return module
    return build


def register_timm(add):
    def vision(name, title, build, opset, size=224, free=True, family="cnn", source="timm",
               licence="Apache-2.0", **more):
        shape = ["batch", 3, "height", "width"] if free else ["batch", 3, size, size]
        dims = {"batch": 1, "height": size, "width": size} if free else {"batch": 1}
        check = {"batch": 3, "height": 192, "width": 160} if free else {"batch": 3}
        add(Spec(name, title, family, source, licence, build, [Input("input", shape)], ["output"], opset, dims=dims,
                 check_dims=check, trace_dims={"height": 160, "width": 160} if free else {}, **more))

    vision("mobilenet_v1", "MobileNetV1", timm_network("mobilenetv1_100"), 11)
    vision("mobilenet_v2_1.4", "MobileNetV2 1.4", timm_network("mobilenetv2_140"), 12)
    for level, size, opset in ((0, 224, 11), (1, 240, 12), (2, 260, 13), (3, 280, 14), (4, 300, 15)):
        vision(f"efficientnet_lite{level}", f"EfficientNet-Lite{level}", timm_network(f"efficientnet_lite{level}"),
               opset, size)
    for letter, size, opset in (("s", 224, 13), ("m", 240, 14), ("l", 300, 15)):
        vision(f"efficientnet_edgetpu_{letter}", f"EfficientNet-EdgeTPU-{letter.upper()}",
               timm_network(f"efficientnet_e{letter}"), opset, size)
    vision("inception_v4", "Inception v4", timm_network("inception_v4"), 13, 299)
    vision("inception_resnet_v2", "Inception-ResNet v2", timm_network("inception_resnet_v2"), 14, 299)
    vision("resnext101_32x4d", "ResNeXt-101 32x4d", timm_network("resnext101_32x4d"), 12)
    vision("resnet50_v2", "ResNet-50 v2 (pre-activation)", timm_network("resnetv2_50"), 13)
    for layers in (50, 101, 152):
        vision(f"resnet{layers}_v1_slim", f"ResNet-{layers} v1 (TensorFlow-Slim strides)", resnet_v1_slim(layers), 13,
               source="torchvision", licence="BSD-3-Clause",
               note="torchvision's blocks with stride 2 in the last unit of a stage; 1001 classes")
        vision(f"resnet{layers}_v2_slim", f"ResNet-{layers} v2 (TensorFlow-Slim strides)", resnet_v2_slim(layers), 14,
               299, note="timm's pre-activation blocks with stride 2 in the last unit of a stage; 1001 classes")
    vision("resnet50_v1", "ResNet-50 v1 (stride in the first 1x1)", resnet_v1(50), 12, source="torchvision",
           licence="BSD-3-Clause", note="torchvision's blocks with the stride moved to the first 1x1 convolution")
    vision("vit_ti_16", "ViT-Ti/16", timm_network("vit_tiny_patch16_224"), 17, free=False,
           family="vision transformer")
    vision("vit_s_16", "ViT-S/16", timm_network("vit_small_patch16_224"), 18, free=False,
           family="vision transformer", exporter="dynamo")
