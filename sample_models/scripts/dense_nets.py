"""SSD, RetinaNet, segmentation and volumetric networks of the benchmark suites, from public descriptions."""

import torch
from torch import nn

from detector_blocks import Unit


# --- SSD ----------------------------------------------------------------------------------------------------------

class BoxPredictors(nn.Module):
    """A box and a class convolution a feature map; `boxes` default boxes a cell."""

    def __init__(self, channels, boxes, classes, kernel, stride=1):
        super().__init__()
        convolution = lambda c, fields: nn.Conv2d(c, fields, kernel, stride, kernel // 2)
        self.classes = classes
        self.boxes = nn.ModuleList(convolution(c, 4 * n) for c, n in zip(channels, boxes))
        self.names = nn.ModuleList(convolution(c, classes * n) for c, n in zip(channels, boxes))

    def forward(self, features):
        rows = lambda x, fields: x.permute(0, 2, 3, 1).reshape(x.shape[0], -1, fields)
        boxes = torch.cat([rows(net(f), 4) for net, f in zip(self.boxes, features)], 1)
        names = torch.cat([rows(net(f), self.classes) for net, f in zip(self.names, features)], 1)
        return boxes, names


class SsdMobilenetV1(nn.Module):
    """MobileNetV1 to its last convolution, four extra levels, 1x1 predictors; 90 classes and background."""

    def __init__(self):
        super().__init__()
        unit = lambda i, o, k=1, s=1, g=1: Unit(i, o, k, s, g, act="relu6")
        separable = lambda i, o, s=1: nn.Sequential(unit(i, i, 3, s, i), unit(i, o))
        self.stem = nn.Sequential(unit(3, 32, 3, 2), separable(32, 64), separable(64, 128, 2), separable(128, 128),
                                  separable(128, 256, 2), separable(256, 256), separable(256, 512, 2),
                                  *(separable(512, 512) for _ in range(5)))
        self.last = nn.Sequential(separable(512, 1024, 2), separable(1024, 1024))
        self.extra = nn.ModuleList(nn.Sequential(unit(i, m), unit(m, o, 3, 2))
                                   for i, m, o in ((1024, 256, 512), (512, 128, 256), (256, 128, 256), (256, 64, 128)))
        self.predictors = BoxPredictors((512, 1024, 512, 256, 256, 128), (3, 6, 6, 6, 6, 6), 91, 1)

    def forward(self, x):
        features = [self.stem(x)]
        features.append(self.last(features[0]))
        for level in self.extra:
            features.append(level(features[-1]))
        boxes, names = self.predictors(features)
        return boxes, names.sigmoid()


class SsdResnet34(nn.Module):
    """ResNet-34 without its last stage, the third at stride 1; 3x3 predictors of stride 3; 80 classes and background."""

    def __init__(self):
        super().__init__()
        import torchvision
        net = torchvision.models.resnet34()
        block = net.layer3[0]
        block.conv1.stride = block.downsample[0].stride = (1, 1)
        self.backbone = nn.Sequential(net.conv1, net.bn1, net.relu, net.maxpool, net.layer1, net.layer2, net.layer3)
        level = lambda i, m, o, **strided: nn.Sequential(nn.Conv2d(i, m, 1), nn.ReLU(), nn.Conv2d(m, o, 3, **strided),
                                                         nn.ReLU())
        half = dict(stride=2, padding=1)
        self.extra = nn.ModuleList((level(256, 256, 512, **half), level(512, 256, 512, **half),
                                    level(512, 128, 256, **half), level(256, 128, 256, stride=2),
                                    level(256, 128, 256)))
        self.predictors = BoxPredictors((256, 512, 512, 256, 256, 256), (4, 6, 6, 6, 4, 4), 81, 3, 3)

    def forward(self, x):
        features = [self.backbone(x)]
        for level in self.extra:
            features.append(level(features[-1]))
        boxes, names = self.predictors(features)
        return boxes, names.softmax(-1)


# --- torchvision's detectors, without their selection of boxes ----------------------------------------------------

class RetinaNetDense(nn.Module):
    def __init__(self):
        super().__init__()
        from torchvision.models import resnext50_32x4d
        from torchvision.models.detection import RetinaNet
        from torchvision.models.detection.backbone_utils import _resnet_fpn_extractor
        from torchvision.ops.feature_pyramid_network import LastLevelP6P7
        backbone = _resnet_fpn_extractor(resnext50_32x4d(weights=None), 5, returned_layers=[2, 3, 4],
                                         extra_blocks=LastLevelP6P7(256, 256))
        net = RetinaNet(backbone, num_classes=264)
        self.backbone, self.head = net.backbone, net.head

    def forward(self, x):
        result = self.head(list(self.backbone(x).values()))
        return result["cls_logits"].sigmoid(), result["bbox_regression"]


# --- segmentation -------------------------------------------------------------------------------------------------

class Pyramid(nn.Module):
    """Parallel dilated convolutions and the image's mean, joined."""

    def __init__(self, inputs, outputs, rates):
        super().__init__()
        self.branches = nn.ModuleList([Unit(inputs, outputs, act="relu"),
                                       *(Unit(inputs, outputs, 3, act="relu", dilation=r) for r in rates)])
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), Unit(inputs, outputs, act="relu"))
        self.join = Unit((2 + len(rates)) * outputs, outputs, act="relu")

    def forward(self, x):
        mean = self.mean(x).expand(-1, -1, x.shape[2], x.shape[3])
        return self.join(torch.cat([*(branch(x) for branch in self.branches), mean], 1))


def resized(x, like):
    return nn.functional.interpolate(x, size=like.shape[2:], mode="bilinear", align_corners=False)


class DeepLabV3PlusMobilenet(nn.Module):
    """MobileNetV2 at output stride 16, dilated pyramid, decoder on the stride-4 features; 21 classes."""

    def __init__(self):
        super().__init__()
        import torchvision
        features = torchvision.models.mobilenet_v2().features[:-1]
        for block in features[14:]:
            for layer in block.modules():
                if isinstance(layer, nn.Conv2d) and layer.kernel_size == (3, 3):
                    if layer.stride == (2, 2):
                        layer.stride = (1, 1)
                    else:
                        layer.dilation = layer.padding = (2, 2)
        self.fine, self.coarse = features[:4], features[4:]
        self.pyramid, self.reduce = Pyramid(320, 256, (6, 12, 18)), Unit(24, 48, act="relu")
        self.decoder = nn.Sequential(Unit(304, 256, 3, act="relu"), Unit(256, 256, 3, act="relu"), nn.Conv2d(256, 21, 1))

    def forward(self, x):
        fine = self.fine(x)
        deep = self.pyramid(self.coarse(fine))
        return resized(self.decoder(torch.cat((resized(deep, fine), self.reduce(fine)), 1)), x)


class DeepLabV3Mobilenet(nn.Module):
    """transformers' MobileNetV2 with the DeepLabV3 head at output stride 8, upsampled to the image."""

    def __init__(self):
        super().__init__()
        from transformers import MobileNetV2Config, MobileNetV2ForSemanticSegmentation
        self.network = MobileNetV2ForSemanticSegmentation(MobileNetV2Config(
            depth_multiplier=1.0, output_stride=8, expand_ratio=6, finegrained_output=True,
            first_layer_is_expansion=True, hidden_act="relu6", tf_padding=False, num_labels=21))
        self.network.mobilenet_v2.conv_1x1 = nn.Identity()

    def forward(self, x):
        return resized(self.network(pixel_values=x, return_dict=True).logits, x)


class Stage3d(nn.Sequential):
    """Two 3x3x3 convolutions with instance normalisation; the first may be strided."""

    def __init__(self, inputs, outputs, stride=1):
        layers = []
        for i, o, s in ((inputs, outputs, stride), (outputs, outputs, 1)):
            layers += [nn.Conv3d(i, o, 3, s, 1), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(0.01)]
        super().__init__(*layers)


class Unet3d(nn.Module):
    """nnU-Net for BraTS: five halvings, at most 320 channels, transposed convolutions upwards."""

    def __init__(self):
        super().__init__()
        widths = (32, 64, 128, 256, 320, 320)
        self.down = nn.ModuleList(Stage3d(4 if i == 0 else widths[i - 1], w, 1 if i == 0 else 2)
                                  for i, w in enumerate(widths))
        pairs = list(zip(widths[::-1], widths[-2::-1]))
        self.grow = nn.ModuleList(nn.ConvTranspose3d(i, o, 2, 2, bias=False) for i, o in pairs)
        self.up = nn.ModuleList(Stage3d(2 * o, o) for _, o in pairs)
        self.output = nn.Conv3d(32, 4, 1, bias=False)

    def forward(self, x):
        kept = []
        for stage in self.down:
            x = stage(x)
            kept.append(x)
        kept.pop()
        for grow, stage in zip(self.grow, self.up):
            x = stage(torch.cat((grow(x), kept.pop()), 1))
        return self.output(x)


# --- speech and recommendation ------------------------------------------------------------------------------------

class SpeechEncoder(nn.Module):
    """Encoder of the RNN-T benchmark: two LSTM layers, pairs of frames stacked, three more."""

    def __init__(self):
        super().__init__()
        self.before, self.after = nn.LSTM(240, 1024, 2), nn.LSTM(2048, 1024, 3)

    def forward(self, frames):
        x, _ = self.before(frames)
        x = x.view(-1, 2, x.shape[1], 1024).transpose(1, 2).reshape(-1, x.shape[1], 2048)
        return self.after(x)[0]


class Dlrm(nn.Module):
    """The recommendation benchmark: 26 embedding tables, dot products of all pairs of features."""

    ROWS = (39884407, 39043, 17289, 7420, 20263, 3, 7120, 1543, 63, 38532952, 2953546, 403346, 10, 2208, 11938, 155, 4,
            976, 14, 39979772, 25641295, 39664985, 585935, 12972, 108, 36)

    def __init__(self):
        super().__init__()
        layers = lambda *widths: [m for i, o in zip(widths, widths[1:]) for m in (nn.Linear(i, o), nn.ReLU())]
        self.tables = nn.ModuleList(nn.Embedding(rows, 128) for rows in self.ROWS)
        self.bottom = nn.Sequential(*layers(13, 512, 256, 128))
        self.top = nn.Sequential(*layers(479, 1024, 1024, 512, 256), nn.Linear(256, 1))

    def forward(self, dense, sparse):
        dense = self.bottom(dense)
        features = torch.stack([dense, *(table(sparse[:, i]) for i, table in enumerate(self.tables))], 1)
        products = torch.bmm(features, features.transpose(1, 2))
        below = [products[:, i, :i] for i in range(1, 27)]
        return self.top(torch.cat((dense, *below), 1)).sigmoid()
