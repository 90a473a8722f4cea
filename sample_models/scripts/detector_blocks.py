"""Building blocks of one-stage detectors, written from the published descriptions of the networks."""

import math

import torch
from torch import nn

ACTIVATIONS = {"silu": nn.SiLU, "relu": nn.ReLU, "relu6": nn.ReLU6, "mish": nn.Mish,
               "leaky": lambda: nn.LeakyReLU(0.1), None: nn.Identity}


def scaled(channels, multiple, limit=None):
    """Channels of a network that is `multiple` times as wide, rounded up to a multiple of 8."""
    return math.ceil(min(channels, limit or channels) * multiple / 8) * 8


def repeated(count, multiple):
    return max(round(count * multiple), 1)


class Unit(nn.Module):
    """Convolution, batch normalisation, activation."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1, act="silu", padding=None, dilation=1):
        super().__init__()
        padding = dilation * (kernel // 2) if padding is None else padding
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.act = ACTIVATIONS[act]()

    def forward(self, x):
        return self.act(self.norm(self.conv(x)))


class Merged(nn.Module):
    """A block of parallel convolutions after they were merged into one convolution with a bias (RepVGG)."""

    def __init__(self, inputs, outputs, kernel=3, stride=1, groups=1, act="relu"):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups)
        self.act = ACTIVATIONS[act]()

    def forward(self, x):
        return self.act(self.conv(x))


class Residual(nn.Module):
    def __init__(self, *layers, add=True):
        super().__init__()
        self.layers, self.add = nn.Sequential(*layers), add

    def forward(self, x):
        return x + self.layers(x) if self.add else self.layers(x)


class Concat(nn.Module):
    def forward(self, *features):
        return torch.cat(features, 1)


class Bottleneck(Residual):
    """Two convolutions with `ratio` of the channels between them, and a shortcut."""

    def __init__(self, channels, kernels, ratio, shortcut, act="silu"):
        inner = int(channels * ratio)
        super().__init__(Unit(channels, inner, kernels[0], act=act), Unit(inner, channels, kernels[1], act=act),
                         add=shortcut)


class CrossStage(nn.Module):
    """Half of the channels pass through the blocks, the other half around them."""

    def __init__(self, inputs, outputs, inner, *blocks, act="silu"):
        super().__init__()
        self.through, self.around = Unit(inputs, inner, act=act), Unit(inputs, inner, act=act)
        self.blocks, self.join = nn.Sequential(*blocks), Unit(2 * inner, outputs, act=act)

    def forward(self, x):
        return self.join(torch.cat((self.blocks(self.through(x)), self.around(x)), 1))


def cross_stage(inputs, outputs, count, shortcut=True, act="silu", kernels=(1, 3)):
    inner = outputs // 2
    return CrossStage(inputs, outputs, inner, *(Bottleneck(inner, kernels, 1.0, shortcut, act) for _ in range(count)),
                      act=act)


class SplitStage(nn.Module):
    """One projection split in two; every block's output is kept and all are joined."""

    def __init__(self, inputs, outputs, inner, blocks):
        super().__init__()
        self.inner = inner
        self.split, self.blocks = Unit(inputs, 2 * inner), nn.ModuleList(blocks)
        self.join = Unit((2 + len(blocks)) * inner, outputs)

    def forward(self, x):
        kept = list(self.split(x).split((self.inner, self.inner), 1))
        for block in self.blocks:
            kept.append(block(kept[-1]))
        return self.join(torch.cat(kept, 1))


class PyramidPool(nn.Module):
    """Max pools of growing size, each applied to the one before, joined."""

    def __init__(self, inputs, outputs, size=5, act="silu"):
        super().__init__()
        inner = inputs // 2
        self.reduce, self.join = Unit(inputs, inner, act=act), Unit(4 * inner, outputs, act=act)
        self.pool = nn.MaxPool2d(size, 1, size // 2)

    def forward(self, x):
        kept = [self.reduce(x)]
        for _ in range(3):
            kept.append(self.pool(kept[-1]))
        return self.join(torch.cat(kept, 1))


class ParallelPools(nn.Module):
    """The input and its max pools of several sizes, joined along the channels."""

    def __init__(self, sizes, largest_first=False):
        super().__init__()
        self.pools = nn.ModuleList(nn.MaxPool2d(size, 1, size // 2) for size in sizes)
        self.largest_first = largest_first

    def forward(self, x):
        kept = [x, *(pool(x) for pool in self.pools)]
        return torch.cat(kept[::-1] if self.largest_first else kept, 1)


class Attention(nn.Module):
    """Self-attention between all positions, with half-size keys and a depthwise position term."""

    def __init__(self, channels, heads):
        super().__init__()
        self.heads, self.size = heads, channels // heads
        self.key = self.size // 2
        self.projection = Unit(channels, channels + 2 * heads * self.key, act=None)
        self.output = Unit(channels, channels, act=None)
        self.position = Unit(channels, channels, 3, groups=channels, act=None)

    def forward(self, x):
        batch, channels, height, width = x.shape
        q, k, v = self.projection(x).view(batch, self.heads, 2 * self.key + self.size, height * width).split(
            (self.key, self.key, self.size), 2)
        scores = ((q.transpose(-2, -1) @ k) * self.key ** -0.5).softmax(-1)
        mixed = (v @ scores.transpose(-2, -1)).view(batch, channels, height, width)
        return self.output(mixed + self.position(v.reshape(batch, channels, height, width)))


class AttentionStage(nn.Module):
    """Half of the channels pass through attention and a two-layer network, `count` times."""

    def __init__(self, channels, count=1):
        super().__init__()
        inner = channels // 2
        self.inner = inner
        self.split, self.join = Unit(channels, channels), Unit(channels, channels)
        self.blocks = nn.Sequential(*(nn.Sequential(
            Residual(Attention(inner, inner // 64)),
            Residual(Unit(inner, 2 * inner), Unit(2 * inner, inner, act=None))) for _ in range(count)))

    def forward(self, x):
        around, through = self.split(x).split((self.inner, self.inner), 1)
        return self.join(torch.cat((around, self.blocks(through)), 1))


class Table(nn.Module):
    """Layers in the order of a layer table: each row names the rows that it reads (-1 is the row above)."""

    def __init__(self, rows, outputs, head):
        super().__init__()
        self.sources = [s if isinstance(s, (list, tuple)) else [s] for s, _ in rows]
        self.layers = nn.ModuleList(layer for _, layer in rows)
        self.outputs, self.head = outputs, head

    def forward(self, x):
        kept = [x]  # row i is at i + 1
        for sources, layer in zip(self.sources, self.layers):
            kept.append(layer(*(kept[s] if s < 0 else kept[s + 1] for s in sources)))
        return self.head([kept[row + 1] for row in self.outputs])


def upsample():
    return nn.Upsample(scale_factor=2, mode="nearest")


def cells(feature, offset):
    """Cell positions (x, y) of a feature map, in row order: (2, height * width)."""
    height, width = feature.shape[2], feature.shape[3]
    x = torch.arange(width, device=feature.device, dtype=feature.dtype) + offset
    y = torch.arange(height, device=feature.device, dtype=feature.dtype) + offset
    return torch.stack((x.view(1, -1).expand(height, width), y.view(-1, 1).expand(height, width))).flatten(1)


class AnchorHead(nn.Module):
    """Three anchor boxes a cell. `exponential`: the decoding of YOLOv3 and v4, else that of v5 and v7."""

    def __init__(self, channels, anchors, strides, classes=80, scale=None):
        super().__init__()
        self.strides, self.fields, self.scale = strides, classes + 5, scale
        self.convolutions = nn.ModuleList(nn.Conv2d(c, 3 * (classes + 5), 1) for c in channels)
        for level, sizes in enumerate(anchors):
            self.register_buffer(f"anchors{level}", torch.tensor(sizes, dtype=torch.float32).view(1, 3, 2, 1))

    def forward(self, features):
        results = []
        for level, (feature, convolution, stride) in enumerate(zip(features, self.convolutions, self.strides)):
            values = convolution(feature).flatten(2)
            values = values.view(values.shape[0], 3, self.fields, values.shape[2])
            anchors = getattr(self, f"anchors{level}")
            position, size, rest = values.split((2, 2, self.fields - 4), 2)
            if self.scale:
                factor = self.scale[level]
                position = position.sigmoid() * factor - (factor - 1) / 2
                size = size.exp() * anchors
            else:
                position = position.sigmoid() * 2 - 0.5
                size = (size.sigmoid() * 2) ** 2 * anchors
            position = (position + cells(feature, 0)) * stride
            joined = torch.cat((position, size, rest.sigmoid()), 2)
            results.append(joined.transpose(2, 3).flatten(1, 2))
        return torch.cat(results, 1)


class Distribution(nn.Module):
    """Expected value of 16 bins: a fixed 1x1 convolution."""

    def __init__(self, bins=16):
        super().__init__()
        self.bins = bins
        self.expect = nn.Conv2d(bins, 1, 1, bias=False)

    def forward(self, x):
        batch, _, positions = x.shape
        return self.expect(x.view(batch, 4, self.bins, positions).transpose(1, 2).softmax(1)).view(batch, 4, positions)


def boxes_of(distances, features, strides, corners=False):
    """Distances to the four sides, in cells, to boxes in pixels: centre and size, or two corners."""
    centres = torch.cat([cells(f, 0.5) for f in features], 1)
    scale = torch.cat([torch.full_like(cells(f, 0)[:1], s) for f, s in zip(features, strides)], 1)
    before, after = distances.split((2, 2), 1)
    low, high = centres - before, centres + after
    pair = (low, high) if corners else ((low + high) / 2, high - low)
    return torch.cat(pair, 1) * scale


class DistanceHead(nn.Module):
    """Anchor-free head: a box branch of distance distributions and a class branch a level."""

    STRIDES = (8, 16, 32)

    def __init__(self, channels, classes=80, light=None, best=0):
        super().__init__()
        self.classes, self.best = classes, best
        box, name = max(16, channels[0] // 4, 64), max(channels[0], min(classes, 100))
        self.boxes = nn.ModuleList(nn.Sequential(Unit(c, box, 3), Unit(box, box, 3), nn.Conv2d(box, 64, 1))
                                   for c in channels)
        if light:
            self.names = nn.ModuleList(nn.Sequential(
                Unit(c, c, 3, groups=c), Unit(c, name), Unit(name, name, 3, groups=name), Unit(name, name),
                nn.Conv2d(name, classes, 1)) for c in channels)
        else:
            self.names = nn.ModuleList(nn.Sequential(Unit(c, name, 3), Unit(name, name, 3),
                                                     nn.Conv2d(name, classes, 1)) for c in channels)
        self.distribution = Distribution()

    def forward(self, features):
        boxes = torch.cat([net(f).flatten(2) for net, f in zip(self.boxes, features)], 2)
        scores = torch.cat([net(f).flatten(2) for net, f in zip(self.names, features)], 2).sigmoid()
        boxes = boxes_of(self.distribution(boxes), features, self.STRIDES, corners=bool(self.best))
        if not self.best:
            return torch.cat((boxes, scores), 1)
        # The best cells, then the best classes of these: no suppression of neighbours is needed.
        boxes, scores = boxes.transpose(1, 2), scores.transpose(1, 2)
        _, chosen = scores.amax(-1).topk(self.best, 1)
        chosen = chosen.unsqueeze(-1)
        boxes = boxes.gather(1, chosen.repeat(1, 1, 4))
        scores = scores.gather(1, chosen.repeat(1, 1, self.classes))
        values, index = scores.flatten(1).topk(self.best, 1)
        cell = torch.div(index, self.classes, rounding_mode="floor").unsqueeze(-1).repeat(1, 1, 4)
        name = (index % self.classes).to(values.dtype)
        return torch.cat((boxes.gather(1, cell), values.unsqueeze(-1), name.unsqueeze(-1)), -1)
