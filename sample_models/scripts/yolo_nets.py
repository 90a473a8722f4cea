"""One-stage detectors by their published layer tables; the code is this project's own."""

import torch
from torch import nn

from detector_blocks import (AnchorHead, AttentionStage, Bottleneck, Concat, CrossStage, DistanceHead, Distribution,
                             Merged, ParallelPools, PyramidPool, Residual, SplitStage, Table, Unit, boxes_of,
                             cross_stage, repeated, scaled, upsample)

ANCHORS_V3 = ([10, 13, 16, 30, 33, 23], [30, 61, 62, 45, 59, 119], [116, 90, 156, 198, 373, 326])
ANCHORS_V4 = ([12, 16, 19, 36, 40, 28], [36, 75, 76, 55, 72, 146], [142, 110, 192, 243, 459, 401])
ANCHORS_TINY = ([10, 14, 23, 27, 37, 58], [81, 82, 135, 169, 344, 319])
STRIDES = (8, 16, 32)


# --- v3 and v4 (Darknet) ------------------------------------------------------------------------------------------

def alternating(inputs, *widths, act="leaky"):
    """1x1 and 3x3 convolutions in turn."""
    layers = []
    for index, width in enumerate(widths):
        layers.append(Unit(inputs, width, 3 if index % 2 else 1, act=act))
        inputs = width
    return nn.Sequential(*layers)


def yolov3():
    layers, width = [Unit(3, 32, 3, act="leaky")], 32
    rows = []
    for count in (1, 2, 8, 8, 4):
        layers.append(Unit(width, 2 * width, 3, 2, act="leaky"))
        width *= 2
        layers += [Residual(alternating(width, width // 2, width)) for _ in range(count)]
        if width >= 256:
            rows.append((-1, nn.Sequential(*layers)))
            layers = []
    neck = lambda inputs, width: alternating(inputs, width, 2 * width, width, 2 * width, width)
    rows += [
        (-1, neck(1024, 512)), (3, Unit(512, 1024, 3, act="leaky")),
        (3, nn.Sequential(Unit(512, 256, act="leaky"), upsample())), ((-1, 1), Concat()), (-1, neck(768, 256)),
        (7, Unit(256, 512, 3, act="leaky")),
        (7, nn.Sequential(Unit(256, 128, act="leaky"), upsample())), ((-1, 0), Concat()), (-1, neck(384, 128)),
        (-1, Unit(128, 256, 3, act="leaky")),
    ]
    return Table(rows, (12, 8, 4), AnchorHead((256, 512, 1024), ANCHORS_V3, STRIDES, scale=(1, 1, 1)))


def yolov3_tiny():
    layers, width = [], 3
    rows = []
    for wider in (16, 32, 64, 128, 256):
        layers.append(Unit(width, wider, 3, act="leaky"))
        if wider == 256:
            rows.append((-1, nn.Sequential(*layers)))
            layers = []
        layers.append(nn.MaxPool2d(2, 2))
        width = wider
    rows += [
        (-1, nn.Sequential(*layers, Unit(256, 512, 3, act="leaky"), nn.ZeroPad2d((0, 1, 0, 1)), nn.MaxPool2d(2, 1),
                           Unit(512, 1024, 3, act="leaky"), Unit(1024, 256, act="leaky"))),
        (-1, Unit(256, 512, 3, act="leaky")),
        (1, nn.Sequential(Unit(256, 128, act="leaky"), upsample())), ((-1, 0), Concat()),
        (-1, Unit(384, 256, 3, act="leaky")),
    ]
    return Table(rows, (5, 2), AnchorHead((256, 512), ANCHORS_TINY, (16, 32), scale=(1, 1)))


def mish(inputs, outputs, kernel=1, stride=1):
    return Unit(inputs, outputs, kernel, stride, act="mish")


def csp_darknet_stage(inputs, outputs, count):
    first = count == 1
    inner = outputs if first else outputs // 2
    blocks = [Residual(mish(inner, inner // 2 if first else inner), mish(inner // 2 if first else inner, inner, 3))
              for _ in range(count)]
    stage = CrossStage(outputs, outputs, inner, *blocks, mish(inner, inner), act="mish")
    return nn.Sequential(mish(inputs, outputs, 3, 2), stage)


def yolov4():
    five = lambda inputs, width: alternating(inputs, width, 2 * width, width, 2 * width, width)
    leaky = lambda inputs, outputs, kernel=1, stride=1: Unit(inputs, outputs, kernel, stride, act="leaky")
    rows = [
        (-1, nn.Sequential(mish(3, 32, 3), csp_darknet_stage(32, 64, 1), csp_darknet_stage(64, 128, 2),
                           csp_darknet_stage(128, 256, 8))),
        (-1, csp_darknet_stage(256, 512, 8)), (-1, csp_darknet_stage(512, 1024, 4)),
        (-1, nn.Sequential(alternating(1024, 512, 1024, 512), ParallelPools((5, 9, 13), largest_first=True),
                           alternating(2048, 512, 1024, 512))),
        (-1, nn.Sequential(leaky(512, 256), upsample())), (1, leaky(512, 256)), ((-1, -2), Concat()),
        (-1, five(512, 256)),
        (-1, nn.Sequential(leaky(256, 128), upsample())), (0, leaky(256, 128)), ((-1, -2), Concat()),
        (-1, five(256, 128)), (-1, leaky(128, 256, 3)),
        (11, leaky(128, 256, 3, 2)), ((-1, 7), Concat()), (-1, five(512, 256)), (-1, leaky(256, 512, 3)),
        (15, leaky(256, 512, 3, 2)), ((-1, 3), Concat()), (-1, five(1024, 512)), (-1, leaky(512, 1024, 3)),
    ]
    return Table(rows, (12, 16, 20), AnchorHead((256, 512, 1024), ANCHORS_V4, STRIDES, scale=(1.2, 1.1, 1.05)))


class TinyStage(nn.Module):
    """A convolution; the second half of its channels pass two more, and everything is joined."""

    def __init__(self, width):
        super().__init__()
        half = width // 2
        self.first, self.second = Unit(width, width, 3, act="leaky"), Unit(half, half, 3, act="leaky")
        self.third, self.join = Unit(half, half, 3, act="leaky"), Unit(width, width, act="leaky")
        self.half = half

    def forward(self, x):
        x = self.first(x)
        second = self.second(x.split((self.half, self.half), 1)[1])
        joined = self.join(torch.cat((self.third(second), second), 1))
        return x, joined


class TinyBackbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(Unit(3, 32, 3, 2, act="leaky"), Unit(32, 64, 3, 2, act="leaky"))
        self.stages, self.pool = nn.ModuleList(TinyStage(width) for width in (64, 128, 256)), nn.MaxPool2d(2, 2)
        self.last = Unit(512, 512, 3, act="leaky")

    def forward(self, x):
        x = self.stem(x)
        for stage in self.stages:
            around, joined = stage(x)
            x = self.pool(torch.cat((around, joined), 1))
        return joined, self.last(x)


class YoloV4Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.reduce = TinyBackbone(), Unit(512, 256, act="leaky")
        self.coarse, self.fine = Unit(256, 512, 3, act="leaky"), Unit(384, 256, 3, act="leaky")
        self.up = nn.Sequential(Unit(256, 128, act="leaky"), upsample())
        self.head = AnchorHead((256, 512), ANCHORS_TINY, (16, 32), scale=(1.05, 1.05))

    def forward(self, x):
        middle, last = self.backbone(x)
        reduced = self.reduce(last)
        return self.head([self.fine(torch.cat((self.up(reduced), middle), 1)), self.coarse(reduced)])


# --- v5, v8, v10, v11 ---------------------------------------------------------------------------------------------

def yolov5(depth, width):
    c, n = (lambda k: scaled(k, width)), (lambda k: repeated(k, depth))
    stage = lambda inputs, outputs, count, shortcut=True: cross_stage(c(inputs), c(outputs), n(count), shortcut)
    rows = [
        (-1, Unit(3, c(64), 6, 2, padding=2)), (-1, Unit(c(64), c(128), 3, 2)), (-1, stage(128, 128, 3)),
        (-1, Unit(c(128), c(256), 3, 2)), (-1, stage(256, 256, 6)),
        (-1, Unit(c(256), c(512), 3, 2)), (-1, stage(512, 512, 9)),
        (-1, Unit(c(512), c(1024), 3, 2)), (-1, stage(1024, 1024, 3)), (-1, PyramidPool(c(1024), c(1024))),
        (-1, Unit(c(1024), c(512))), (-1, upsample()), ((-1, 6), Concat()), (-1, stage(1024, 512, 3, False)),
        (-1, Unit(c(512), c(256))), (-1, upsample()), ((-1, 4), Concat()), (-1, stage(512, 256, 3, False)),
        (-1, Unit(c(256), c(256), 3, 2)), ((-1, 14), Concat()), (-1, stage(512, 512, 3, False)),
        (-1, Unit(c(512), c(512), 3, 2)), ((-1, 10), Concat()), (-1, stage(1024, 1024, 3, False)),
    ]
    return Table(rows, (17, 20, 23), AnchorHead((c(256), c(512), c(1024)), ANCHORS_V3, STRIDES))


def split_stage(inputs, outputs, count, shortcut=True):
    inner = outputs // 2
    return SplitStage(inputs, outputs, inner, [Bottleneck(inner, (3, 3), 1.0, shortcut) for _ in range(count)])


def path_aggregation(p3, p4, p5, first, rows, down, stages):
    """Top-down and bottom-up paths of v8 and later; `rows` ends with the coarsest level, `first` are P3 and P4's rows.

    `stages` builds the four stages from (inputs, outputs); `down` the two strided convolutions.
    """
    top = len(rows) - 1
    rows += [
        (-1, upsample()), ((-1, first[1]), Concat()), (-1, stages[0](p5 + p4, p4)),
        (-1, upsample()), ((-1, first[0]), Concat()), (-1, stages[1](p4 + p3, p3)),
        (-1, down[0](p3)), ((-1, top + 3), Concat()), (-1, stages[2](p3 + p4, p4)),
        (-1, down[1](p4)), ((-1, top), Concat()), (-1, stages[3](p4 + p5, p5)),
    ]
    return rows, (top + 6, top + 9, top + 12)


def yolov8(depth, width, limit):
    c, n = (lambda k: scaled(k, width, limit)), (lambda k: repeated(k, depth))
    rows = [(-1, Unit(3, c(64), 3, 2))]
    for wide, count in ((128, 3), (256, 6), (512, 6), (1024, 3)):
        rows += [(-1, Unit(c(wide // 2), c(wide), 3, 2)), (-1, split_stage(c(wide), c(wide), n(count)))]
    rows.append((-1, PyramidPool(c(1024), c(1024))))
    down = lambda k: Unit(k, k, 3, 2)
    rows, outputs = path_aggregation(c(256), c(512), c(1024), (4, 6), rows, (down, down),
                                     [lambda i, o: split_stage(i, o, n(3), False)] * 4)
    return Table(rows, outputs, DistanceHead((c(256), c(512), c(1024))))


def separate_down(inputs, outputs):
    """Channels first, then a strided depthwise convolution."""
    return nn.Sequential(Unit(inputs, outputs), Unit(outputs, outputs, 3, 2, outputs, act=None))


def inverted_block(channels):
    """Depthwise and 1x1 convolutions in turn, with a 7x7 depthwise convolution (two merged ones) in the middle."""
    wide = 2 * channels
    return Residual(Unit(channels, channels, 3, groups=channels), Unit(channels, wide),
                    Merged(wide, wide, 7, groups=wide, act="silu"), Unit(wide, channels),
                    Unit(channels, channels, 3, groups=channels))


def inverted_stage(inputs, outputs, count):
    inner = outputs // 2
    return SplitStage(inputs, outputs, inner, [inverted_block(inner) for _ in range(count)])


def yolov10(depth, width, last_inverted):
    c, n = (lambda k: scaled(k, width, 1024)), (lambda k: repeated(k, depth))
    last = inverted_stage if last_inverted else split_stage
    rows = [
        (-1, Unit(3, c(64), 3, 2)), (-1, Unit(c(64), c(128), 3, 2)), (-1, split_stage(c(128), c(128), n(3))),
        (-1, Unit(c(128), c(256), 3, 2)), (-1, split_stage(c(256), c(256), n(6))),
        (-1, separate_down(c(256), c(512))), (-1, split_stage(c(512), c(512), n(6))),
        (-1, separate_down(c(512), c(1024))), (-1, last(c(1024), c(1024), n(3))),
        (-1, PyramidPool(c(1024), c(1024))), (-1, AttentionStage(c(1024))),
    ]
    plain = lambda i, o: split_stage(i, o, n(3), False)
    rows, outputs = path_aggregation(c(256), c(512), c(1024), (4, 6), rows,
                                     (lambda k: Unit(k, k, 3, 2), lambda k: separate_down(k, k)),
                                     [plain, plain, plain, lambda i, o: inverted_stage(i, o, n(3))])
    return Table(rows, outputs, DistanceHead((c(256), c(512), c(1024)), light=True, best=300))


def light_stage(inputs, outputs, count, nested, ratio=0.5):
    inner = int(outputs * ratio)
    half = inner // 2
    if nested:
        blocks = [CrossStage(inner, inner, half, *(Bottleneck(half, (3, 3), 1.0, True) for _ in range(2)))
                  for _ in range(count)]
    else:
        blocks = [Bottleneck(inner, (3, 3), 0.5, True) for _ in range(count)]
    return SplitStage(inputs, outputs, inner, blocks)


def yolov11(depth, width, limit, nested):
    c, n = (lambda k: scaled(k, width, limit)), (lambda k: repeated(k, depth))
    rows = [
        (-1, Unit(3, c(64), 3, 2)), (-1, Unit(c(64), c(128), 3, 2)),
        (-1, light_stage(c(128), c(256), n(2), nested, 0.25)),
        (-1, Unit(c(256), c(256), 3, 2)), (-1, light_stage(c(256), c(512), n(2), nested, 0.25)),
        (-1, Unit(c(512), c(512), 3, 2)), (-1, light_stage(c(512), c(512), n(2), True)),
        (-1, Unit(c(512), c(1024), 3, 2)), (-1, light_stage(c(1024), c(1024), n(2), True)),
        (-1, PyramidPool(c(1024), c(1024))), (-1, AttentionStage(c(1024), n(2))),
    ]
    plain = lambda i, o: light_stage(i, o, n(2), nested)
    down = lambda k: Unit(k, k, 3, 2)
    # The finer path starts from rows 4 and 6; both have c(512) channels.
    top = len(rows) - 1
    rows += [
        (-1, upsample()), ((-1, 6), Concat()), (-1, plain(c(1024) + c(512), c(512))),
        (-1, upsample()), ((-1, 4), Concat()), (-1, plain(c(512) + c(512), c(256))),
        (-1, down(c(256))), ((-1, top + 3), Concat()), (-1, plain(c(256) + c(512), c(512))),
        (-1, down(c(512))), ((-1, top), Concat()), (-1, light_stage(c(512) + c(1024), c(1024), n(2), True)),
    ]
    return Table(rows, (top + 6, top + 9, top + 12), DistanceHead((c(256), c(512), c(1024)), light=True))


# --- v6 -----------------------------------------------------------------------------------------------------------

def merged_chain(inputs, outputs, count):
    return nn.Sequential(*(Merged(inputs if i == 0 else outputs, outputs) for i in range(count)))


class WeightedPair(nn.Module):
    """Two merged convolutions and a shortcut with a learnt weight."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.layers, self.shortcut = nn.Sequential(Merged(inputs, outputs), Merged(outputs, outputs)), inputs == outputs
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.layers(x) + self.weight * x if self.shortcut else self.layers(x)


def pair_stage(inputs, outputs, count, ratio):
    inner = int(outputs * ratio)
    pairs = count // 2 if count > 1 else 1
    return CrossStage(inputs, outputs, inner, *(WeightedPair(inner, inner) for _ in range(pairs)), act="relu")


class CrossStagePool(nn.Module):
    """Max pools of growing size in one of two branches."""

    def __init__(self, channels):
        super().__init__()
        inner = channels // 2
        unit = lambda i, o, k=1: Unit(i, o, k, act="relu")
        self.before = nn.Sequential(unit(channels, inner), unit(inner, inner, 3), unit(inner, inner))
        self.around, self.pool = unit(channels, inner), nn.MaxPool2d(5, 1, 2)
        self.after, self.join = nn.Sequential(unit(4 * inner, inner), unit(inner, inner, 3)), unit(2 * inner, channels)

    def forward(self, x):
        kept = [self.before(x)]
        for _ in range(3):
            kept.append(self.pool(kept[-1]))
        return self.join(torch.cat((self.around(x), self.after(torch.cat(kept, 1))), 1))


class BiFusion(nn.Module):
    """Joins a coarser map (upsampled), a map of this size and a finer one (strided)."""

    def __init__(self, same, finer, outputs):
        super().__init__()
        unit = lambda i, k=1, s=1: Unit(i, outputs, k, s, act="relu")
        self.up = nn.ConvTranspose2d(outputs, outputs, 2, 2)
        self.same, self.finer = unit(same), nn.Sequential(unit(finer), unit(outputs, 3, 2))
        self.join = unit(3 * outputs)

    def forward(self, coarse, same, finer):
        return self.join(torch.cat((self.up(coarse), self.same(same), self.finer(finer)), 1))


class SplitHead(nn.Module):
    """Separate class and box branches behind a common 1x1 convolution."""

    def __init__(self, channels, bins, classes=80):
        super().__init__()
        self.stems = nn.ModuleList(Unit(c, c) for c in channels)
        self.names = nn.ModuleList(nn.Sequential(Unit(c, c, 3), nn.Conv2d(c, classes, 1)) for c in channels)
        self.boxes = nn.ModuleList(nn.Sequential(Unit(c, c, 3), nn.Conv2d(c, 4 * max(bins, 1), 1)) for c in channels)
        self.distribution = Distribution(bins) if bins else None

    def forward(self, features):
        stems = [stem(f) for stem, f in zip(self.stems, features)]
        scores = torch.cat([net(s).flatten(2) for net, s in zip(self.names, stems)], 2).sigmoid()
        boxes = torch.cat([net(s).flatten(2) for net, s in zip(self.boxes, stems)], 2)
        if self.distribution:
            boxes = self.distribution(boxes)
        boxes = boxes_of(boxes, features, STRIDES)
        return torch.cat((boxes, torch.ones_like(boxes[:, :1]), scores), 1).transpose(1, 2)


def yolov6(depth, width, ratio=None):
    """`ratio`: share of the channels in the blocks of the larger nets; None: plain chains of merged convolutions."""
    c, n = (lambda k: scaled(k, width)), (lambda k: repeated(k, depth))
    stage = (lambda i, o, k: pair_stage(i, o, n(k), ratio)) if ratio else (lambda i, o, k: merged_chain(i, o, n(k)))
    pool = PyramidPool(c(1024), c(1024), act="relu") if ratio else CrossStagePool(c(1024))
    unit = lambda i, o, k=1, s=1: Unit(i, o, k, s, act="relu")
    rows = [(-1, Merged(3, c(64), 3, 2))]
    for wide, count in ((128, 6), (256, 12), (512, 18), (1024, 6)):
        rows.append((-1, nn.Sequential(Merged(c(wide // 2), c(wide), 3, 2), stage(c(wide), c(wide), count))))
    rows += [
        (-1, pool), (-1, unit(c(1024), c(256))), ((-1, 3, 2), BiFusion(c(512), c(256), c(256))),
        (-1, stage(c(256), c(256), 12)), (-1, unit(c(256), c(128))), ((-1, 2, 1), BiFusion(c(256), c(128), c(128))),
        (-1, stage(c(128), c(128), 12)), (-1, unit(c(128), c(128), 3, 2)), ((-1, 9), Concat()),
        (-1, stage(2 * c(128), c(256), 12)), (-1, unit(c(256), c(256), 3, 2)), ((-1, 6), Concat()),
        (-1, stage(2 * c(256), c(512), 12)),
    ]
    return Table(rows, (11, 14, 17), SplitHead((c(128), c(256), c(512)), 16 if ratio else 0))


# --- v7 -----------------------------------------------------------------------------------------------------------

class Aggregation(nn.Module):
    """Two 1x1 convolutions, a chain of 3x3 convolutions behind the second, and chosen outputs joined."""

    def __init__(self, inputs, outer, inner, count, every, outputs, act="silu"):
        super().__init__()
        self.around, self.through = Unit(inputs, outer, act=act), Unit(inputs, outer, act=act)
        self.chain = nn.ModuleList(Unit(outer if i == 0 else inner, inner, 3, act=act) for i in range(count))
        kept = sum(1 for i in range(count) if (i + 1) % every == 0)
        self.every, self.join = every, Unit(2 * outer + kept * inner, outputs, act=act)

    def forward(self, x):
        kept = [self.around(x), self.through(x)]
        last = kept[-1]
        for index, layer in enumerate(self.chain):
            last = layer(last)
            if (index + 1) % self.every == 0:
                kept.append(last)
        return self.join(torch.cat(kept[::-1], 1))


class Transition(nn.Module):
    """Halves the size by a max pool and by a strided convolution, and joins both."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.pooled = nn.Sequential(nn.MaxPool2d(2, 2), Unit(inputs, outputs))
        self.strided = nn.Sequential(Unit(inputs, outputs), Unit(outputs, outputs, 3, 2))

    def forward(self, x):
        return torch.cat((self.strided(x), self.pooled(x)), 1)


class PoolStage(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.before = nn.Sequential(Unit(inputs, outputs), Unit(outputs, outputs, 3), Unit(outputs, outputs))
        self.pools, self.around = ParallelPools((5, 9, 13)), Unit(inputs, outputs)
        self.after = nn.Sequential(Unit(4 * outputs, outputs), Unit(outputs, outputs, 3))
        self.join = Unit(2 * outputs, outputs)

    def forward(self, x):
        return self.join(torch.cat((self.after(self.pools(self.before(x))), self.around(x)), 1))


def yolov7():
    backbone = lambda inputs, inner, outputs: Aggregation(inputs, inner, inner, 4, 2, outputs)
    neck = lambda inputs, width: Aggregation(inputs, width, width // 2, 4, 1, width)
    rows = [
        (-1, nn.Sequential(Unit(3, 32, 3), Unit(32, 64, 3, 2), Unit(64, 64, 3), Unit(64, 128, 3, 2),
                           backbone(128, 64, 256))),
        (-1, nn.Sequential(Transition(256, 128), backbone(256, 128, 512))),
        (-1, nn.Sequential(Transition(512, 256), backbone(512, 256, 1024))),
        (-1, nn.Sequential(Transition(1024, 512), backbone(1024, 256, 1024))),
        (-1, PoolStage(1024, 512)),
        (-1, nn.Sequential(Unit(512, 256), upsample())), (2, Unit(1024, 256)), ((-1, -2), Concat()),
        (-1, neck(512, 256)),
        (-1, nn.Sequential(Unit(256, 128), upsample())), (1, Unit(512, 128)), ((-1, -2), Concat()),
        (-1, neck(256, 128)),
        (-1, Transition(128, 128)), ((-1, 8), Concat()), (-1, neck(512, 256)),
        (-1, Transition(256, 256)), ((-1, 4), Concat()), (-1, neck(1024, 512)),
        (12, Merged(128, 256, act="silu")), (15, Merged(256, 512, act="silu")), (18, Merged(512, 1024, act="silu")),
    ]
    return Table(rows, (19, 20, 21), AnchorHead((256, 512, 1024), ANCHORS_V4, STRIDES))


class TinyPoolStage(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.around, self.through = Unit(inputs, outputs, act="leaky"), Unit(inputs, outputs, act="leaky")
        self.pools = ParallelPools((5, 9, 13), largest_first=True)
        self.after, self.join = Unit(4 * outputs, outputs, act="leaky"), Unit(2 * outputs, outputs, act="leaky")

    def forward(self, x):
        return self.join(torch.cat((self.after(self.pools(self.through(x))), self.around(x)), 1))


def yolov7_tiny():
    stage = lambda inputs, inner, outputs: Aggregation(inputs, inner, inner, 2, 1, outputs, "leaky")
    leaky = lambda inputs, outputs, kernel=1, stride=1: Unit(inputs, outputs, kernel, stride, act="leaky")
    pool = lambda: nn.MaxPool2d(2, 2)
    rows = [
        (-1, nn.Sequential(leaky(3, 32, 3, 2), leaky(32, 64, 3, 2), stage(64, 32, 64), pool(), stage(64, 64, 128))),
        (-1, nn.Sequential(pool(), stage(128, 128, 256))), (-1, nn.Sequential(pool(), stage(256, 256, 512))),
        (-1, TinyPoolStage(512, 256)),
        (-1, nn.Sequential(leaky(256, 128), upsample())), (1, leaky(256, 128)), ((-1, -2), Concat()),
        (-1, stage(256, 64, 128)),
        (-1, nn.Sequential(leaky(128, 64), upsample())), (0, leaky(128, 64)), ((-1, -2), Concat()),
        (-1, stage(128, 32, 64)),
        (-1, leaky(64, 128, 3, 2)), ((-1, 7), Concat()), (-1, stage(256, 64, 128)),
        (-1, leaky(128, 256, 3, 2)), ((-1, 3), Concat()), (-1, stage(512, 128, 256)),
        (11, leaky(64, 128, 3)), (14, leaky(128, 256, 3)), (17, leaky(256, 512, 3)),
    ]
    return Table(rows, (18, 19, 20), AnchorHead((128, 256, 512), ANCHORS_V3, STRIDES))


# --- YOLOX --------------------------------------------------------------------------------------------------------

class Focus(nn.Module):
    """Every second pixel of every second row, four ways, on top of each other."""

    def __init__(self, outputs):
        super().__init__()
        self.conv = Unit(12, outputs, 3)

    def forward(self, x):
        return self.conv(torch.cat((x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2], x[..., 1::2, 1::2]), 1))


class SerialPools(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.reduce, self.pools = Unit(channels, channels // 2), ParallelPools((5, 9, 13))
        self.join = Unit(2 * channels, channels)

    def forward(self, x):
        return self.join(self.pools(self.reduce(x)))


class DecoupledHead(nn.Module):
    def __init__(self, channels, inner, classes=80):
        super().__init__()
        branch = lambda: nn.ModuleList(nn.Sequential(Unit(inner, inner, 3), Unit(inner, inner, 3)) for _ in channels)
        output = lambda count: nn.ModuleList(nn.Conv2d(inner, count, 1) for _ in channels)
        self.stems = nn.ModuleList(Unit(c, inner) for c in channels)
        self.name_branch, self.box_branch = branch(), branch()
        self.names, self.boxes, self.objects = output(classes), output(4), output(1)

    def forward(self, features):
        results = []
        for level, feature in enumerate(features):
            stem = self.stems[level](feature)
            names, boxes = self.name_branch[level](stem), self.box_branch[level](stem)
            results.append(torch.cat((self.boxes[level](boxes), self.objects[level](boxes).sigmoid(),
                                      self.names[level](names).sigmoid()), 1).flatten(2))
        return torch.cat(results, 2).transpose(1, 2)


def yolox(depth, width):
    c, n = (lambda k: int(k * width)), (lambda k: repeated(k, depth))
    stage = lambda i, o, k, shortcut=True: cross_stage(c(i), c(o), n(k), shortcut)
    neck = lambda i, o: stage(i, o, 3, False)
    rows = [
        (-1, nn.Sequential(Focus(c(64)), Unit(c(64), c(128), 3, 2), stage(128, 128, 3), Unit(c(128), c(256), 3, 2),
                           stage(256, 256, 9))),
        (-1, nn.Sequential(Unit(c(256), c(512), 3, 2), stage(512, 512, 9))),
        (-1, nn.Sequential(Unit(c(512), c(1024), 3, 2), SerialPools(c(1024)), stage(1024, 1024, 3, False))),
        (-1, Unit(c(1024), c(512))), (-1, upsample()), ((-1, 1), Concat()), (-1, neck(1024, 512)),
        (-1, Unit(c(512), c(256))), (-1, upsample()), ((-1, 0), Concat()), (-1, neck(512, 256)),
        (-1, Unit(c(256), c(256), 3, 2)), ((-1, 7), Concat()), (-1, neck(512, 512)),
        (-1, Unit(c(512), c(512), 3, 2)), ((-1, 3), Concat()), (-1, neck(1024, 1024)),
    ]
    return Table(rows, (10, 13, 16), DecoupledHead((c(256), c(512), c(1024)), c(256)))
