"""Networks of torchvision."""

import torch

from spec import Input, Spec


def torchvision_reference(name, free_size=True):
    import torchvision
    entries = torchvision.models.get_model_weights(name)
    weights = list(entries)[0]
    transforms = weights.transforms()
    crop = transforms.crop_size[0] if hasattr(transforms, "crop_size") else transforms.resize_size[0]
    dims = {"batch": 1, "height": crop, "width": crop} if free_size else {"batch": 1}
    return {"value": str(weights.meta["_ops"]), "unit": "G", "dims": dims,
            "source": f"torchvision weights metadata, {entries.__name__}.{weights.name}",
            "framework_parameters": weights.meta["num_params"]}


def specification(name, title, opset, family="cnn", size=224, free_size=True, check_size=None, arguments=None,
                      wrap=None, build_name=None, **more):
    def build():
        import torchvision
        module = torchvision.models.get_model(build_name or name, **(arguments or {}))
        return wrap(module) if wrap else module

    dims = {"batch": 1, "height": size, "width": size} if free_size else {"batch": 1}
    check = {"batch": 3, "height": 160, "width": 128} if free_size else {"batch": 3}
    if check_size:
        check.update(height=check_size, width=check_size)
    shape = ["batch", 3, "height", "width"] if free_size else ["batch", 3, size, size]
    more.setdefault("reference", torchvision_reference(build_name or name, free_size))
    more.setdefault("outputs", ["output"])
    if free_size and not check_size:
        more.setdefault("trace_dims", {"height": min(size, 192), "width": min(size, 160)})
    return Spec(name=name, title=title, family=family, source="torchvision", licence="BSD-3-Clause", build=build,
                    inputs=[Input("input", shape)], opset=opset, dims=dims, check_dims=check, **more)


def swin_bias(depths, heads, window):
    """Elements that gathering the relative position bias tables adds."""
    return sum(d * h for d, h in zip(depths, heads)) * (window ** 4 - (2 * window - 1) ** 2)


class Mean(torch.nn.Module):
    def forward(self, x):
        return x.mean((2, 3), keepdim=True)


POOL_NOTE = "global average pool written as a mean over height and width (the dynamo exporter turns it into an " \
            "element gather after channels-last layers otherwise)"


class SegmentationOutputs(torch.nn.Module):
    """Turns the dictionary of outputs into a tuple."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return tuple(self.network(x).values())


class Detections(torch.nn.Module):
    """One image instead of a list of them, a tuple instead of a list of dictionaries."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, image):
        found = self.network([image])[0]
        return found["boxes"], found["labels"], found["scores"]


def faster_rcnn(name, title, size, opset):
    """A detector as a whole: proposals, suppression of overlapping boxes and all. Its second half runs once for each of
    the proposals that are left, which are `rpn_post_nms_top_n_test` at most.
    """
    import torchvision
    weights = list(torchvision.models.get_model_weights(name))[0]

    def decided(module):
        """Random weights find nothing that is surer than 1 in 91; the runtime check wants boxes to compare."""
        module.network.roi_heads.box_predictor.cls_score.weight.mul_(30)

    def build():
        return Detections(torchvision.models.get_model(name, weights=None, weights_backbone=None))

    return Spec(name=name, title=title, family="detection", source="torchvision", licence="BSD-3-Clause", build=build,
                inputs=[Input("image", [3, size, size])], outputs=["boxes", "labels", "scores"], opset=opset,
                output_axes=[["detections", None], ["detections"], ["detections"]], prepare=decided,
                duplicated=[(3 * 15 * 4, "anchor boxes of three levels"), (6, "means and deviations of the pixels")],
                reference={"value": str(weights.meta["_ops"]), "unit": "G", "dims": {},
                           "source": f"torchvision weights metadata, {type(weights).__name__}.{weights.name}",
                           "differs": "the published count holds the convolutions alone, which are 718 998 400 here, "
                                      "and not the box head on 150 proposals"},
                parameters_reference={"value": f"{weights.meta['num_params'] / 1e6:.2f}", "unit": "M",
                                      "source": f"torchvision weights metadata, {type(weights).__name__}.{weights.name}",
                                      "differs": "the 24 400 scales and shifts of 46 normalisation layers are not in it, "
                                                 "because its training froze them: 19 386 354"},
                note="the whole detector at a fixed size: how many boxes there are depends on the data, and the most "
                     "that there can be are counted (150 proposals, 100 detections)")


def pool_as_identity(module):
    module.avgpool = torch.nn.Identity()


def pool_as_mean(module):
    module.avgpool = Mean()


def register_torchvision(add):
    def vision(*arguments, **more):
        add(specification(*arguments, **more))

    vision("resnet18", "ResNet-18", 11)
    vision("resnet50", "ResNet-50 v1.5", 13)
    vision("mobilenet_v2", "MobileNetV2", 12)
    vision("mobilenet_v3_large", "MobileNetV3-Large", 14)
    vision("efficientnet_b0", "EfficientNet-B0", 15)
    vision("vgg16", "VGG-16", 11, free_size=False)
    vision("densenet121", "DenseNet-121", 16, keep_batchnorm=True)
    vision("squeezenet1_1", "SqueezeNet 1.1", 18, exporter="dynamo")
    vision("vit_b_16", "ViT-B/16", 17, family="vision transformer", free_size=False)
    vision("convnext_tiny", "ConvNeXt-Tiny", 20, exporter="dynamo", prepare=pool_as_mean,
           note=POOL_NOTE)
    gathered = "relative position bias tables stored gathered to one value per token pair"
    vision("swin_t", "Swin-T", 17, family="vision transformer", free_size=False,
           duplicated=[(swin_bias((2, 2, 6, 2), (3, 6, 12, 24), 7), gathered)])

    vision("alexnet", "AlexNet", 11, prepare=pool_as_identity,
           note="the adaptive pool is the identity from 224x224 to 255x255, the sizes the classifier accepts, and is "
                "left out so that height and width stay free", check_size=227)
    vision("squeezenet1_0", "SqueezeNet 1.0", 12)
    vision("vgg11", "VGG-11", 12, free_size=False)
    vision("vgg19", "VGG-19", 13, free_size=False)
    for name, title, opset in (("resnet34", "ResNet-34", 11), ("resnet101", "ResNet-101 v1.5", 14),
                               ("resnet152", "ResNet-152 v1.5", 15), ("wide_resnet50_2", "Wide ResNet-50-2", 16),
                               ("resnext50_32x4d", "ResNeXt-50 32x4d", 13),
                               ("resnext101_32x8d", "ResNeXt-101 32x8d", 17)):
        vision(name, title, opset)
    vision("densenet161", "DenseNet-161", 13)
    vision("densenet201", "DenseNet-201", 17)
    vision("googlenet", "GoogLeNet (Inception v1)", 12, arguments={"init_weights": False, "aux_logits": True},
           dropped=("aux1", "aux2"))
    vision("inception_v3", "Inception v3", 14, size=299, arguments={"init_weights": False, "aux_logits": True},
           dropped=("AuxLogits",))
    vision("mnasnet0_5", "MNASNet 0.5", 11)
    vision("mnasnet1_0", "MNASNet 1.0", 16)
    vision("mobilenet_v3_small", "MobileNetV3-Small", 13)
    vision("shufflenet_v2_x0_5", "ShuffleNetV2 x0.5", 11)
    vision("shufflenet_v2_x1_0", "ShuffleNetV2 x1.0", 15)
    for name, opset in (("x_800mf", 12), ("x_1_6gf", 13), ("x_3_2gf", 14), ("y_400mf", 15), ("y_1_6gf", 16),
                        ("y_3_2gf", 17), ("y_16gf", 17)):
        vision(f"regnet_{name}", f"RegNet{name[0].upper()}-{name[2:].replace('_', '.').upper()}", opset)
    for level, size, opset in ((1, 240, 13), (2, 260, 14), (4, 380, 15), (5, 456, 16), (7, 600, 17)):
        vision(f"efficientnet_b{level}", f"EfficientNet-B{level}", opset, size=size)
    vision("efficientnet_v2_s", "EfficientNetV2-S", 17, size=384)
    vision("efficientnet_v2_m", "EfficientNetV2-M", 16, size=480)
    for name, opset in (("small", 18), ("base", 19), ("large", 20)):
        vision(f"convnext_{name}", f"ConvNeXt-{name.capitalize()}", opset, exporter="dynamo", prepare=pool_as_mean,
               note=POOL_NOTE)
    for name, opset in (("b_32", 18), ("l_16", 19), ("l_32", 20)):
        vision(f"vit_{name}", f"ViT-{name.upper().replace('_', '/')}", opset, family="vision transformer",
               free_size=False, exporter="dynamo")
    vision("swin_b", "Swin-B", 18, family="vision transformer", free_size=False, exporter="dynamo",
           duplicated=[(swin_bias((2, 2, 18, 2), (4, 8, 16, 32), 7), gathered),
                       (4018, "constants of the shifted windows' masks")], prepare=pool_as_mean, note=POOL_NOTE)
    vision("swin_v2_t", "Swin-V2-T", 18, family="vision transformer", free_size=False, size=256, exporter="dynamo",
           duplicated=[(12 * 15 * 15 * 512, "position bias networks: first layer already applied to the coordinates"),
                       (-12 * 2 * 512, "position bias networks: weights of that layer, folded away"),
                       (5248, "constants of the shifted windows' masks")],
           batch_independent=225 * 512 * 138,
           prepare=pool_as_mean, note=POOL_NOTE + "; constant folding removes the first layer of the 12 position bias "
           "networks, 2 764 800 MACs")
    vision("deeplabv3_resnet50", "DeepLabV3 (ResNet-50)", 13, family="segmentation", size=520, outputs=["out", "aux"],
           arguments={"weights_backbone": None, "aux_loss": True}, wrap=SegmentationOutputs,
           output_axes=[["batch", None, "height", "width"]] * 2, note="with the auxiliary head, as published")
    vision("lraspp_mobilenet_v3_large", "LR-ASPP (MobileNetV3-Large)", 14, family="segmentation", size=520,
           outputs=["out"], arguments={"weights_backbone": None}, wrap=SegmentationOutputs,
           output_axes=[["batch", None, "height", "width"]])

    add(faster_rcnn("fasterrcnn_mobilenet_v3_large_320_fpn", "Faster R-CNN (MobileNetV3-Large 320 FPN)", 320, 13))

    for form in ("QDQ", "QOperator"):
        vision(f"resnet50_{form.lower()}_int8", f"ResNet-50 v1.5 int8 ({form})", 13, build_name="resnet50",
               quantise=form, runtime_check=False)
