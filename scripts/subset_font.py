#!/usr/bin/env python3
"""Cuts a TrueType font down to the characters that the page draws.

    subset_font.py FONT.ttf --ranges ui/glyph_ranges.inc --output OUT.ttf

Keeps the glyphs of the listed code points (and the parts that composite glyphs are made of) under new numbers, and the
tables that browsers and Dear ImGui need. Kerning, hinting and layout tables are left out: figures stay tabular. Arrows to the
left and right that the font does not have are drawn to the measures of its minus sign.
"""

import argparse
import pathlib
import re
import struct

KEPT = (b"OS/2", b"post")  # beside those that are written anew


def read_tables(data):
    count = struct.unpack(">H", data[4:6])[0]
    tables = {}
    for i in range(count):
        tag, _, offset, length = struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i])
        tables[tag] = data[offset : offset + length]
    return tables


def read_ranges(path):
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    numbers = [int(number, 16) for number in re.findall(r"0x([0-9a-f]+)", text)]
    return [code for low, high in zip(numbers[::2], numbers[1::2]) for code in range(low, high + 1)]


def character_map(cmap):
    """Code point → glyph, from a subtable of format 4 (Windows, Unicode)."""
    count = struct.unpack(">H", cmap[2:4])[0]
    for i in range(count):
        platform, encoding, offset = struct.unpack(">HHI", cmap[4 + 8 * i : 12 + 8 * i])
        if (platform, encoding) == (3, 1) and struct.unpack(">H", cmap[offset : offset + 2])[0] == 4:
            table = cmap[offset:]
            break
    else:
        raise SystemExit("subset_font.py: error: the font has no Unicode character map of format 4")
    segments = struct.unpack(">H", table[6:8])[0] // 2
    words = struct.unpack(f">{len(table) // 2}H", table[: len(table) // 2 * 2])
    ends, starts = words[7 : 7 + segments], words[8 + segments : 8 + 2 * segments]
    deltas, offsets = words[8 + 2 * segments : 8 + 3 * segments], words[8 + 3 * segments : 8 + 4 * segments]
    mapping = {}
    for i in range(segments):
        for code in range(starts[i], ends[i] + 1):
            if code == 0xFFFF:
                continue
            if offsets[i] == 0:
                glyph = (code + deltas[i]) & 0xFFFF
            else:
                glyph = words[8 + 3 * segments + i + offsets[i] // 2 + code - starts[i]]
                glyph = (glyph + deltas[i]) & 0xFFFF if glyph else 0
            if glyph:
                mapping[code] = glyph
    return mapping


def components(glyph):
    """(position of the index, index) of every part of a composite glyph."""
    if len(glyph) < 10 or struct.unpack(">h", glyph[:2])[0] >= 0:
        return
    at, more = 10, True
    while more:
        flags, index = struct.unpack(">HH", glyph[at : at + 4])
        yield at + 2, index
        at += 4 + (4 if flags & 0x0001 else 2)
        at += 2 if flags & 0x0008 else 4 if flags & 0x0040 else 8 if flags & 0x0080 else 0
        more = flags & 0x0020


MINUS, ARROWS = 0x2212, {0x2190: -1, 0x2192: 1}


def arrow(minus, metric, direction):
    """(outline, metric) of an arrow: the minus sign's stroke, half as long again, with a head whose sides stand at 45 degrees."""
    left, low, right, high = struct.unpack(">4h", minus[2:10])
    longer = round((right - left) * 0.5)
    advance = struct.unpack(">H", metric[:2])[0] + longer
    right += longer
    thick, centre, side = high - low, (low + high) / 2, (right - left) * 0.24
    upper = [(left, thick / 2), (right - 1.914 * thick, thick / 2), (right - 1.414 * thick - side, side), (right - 0.707 * thick - side, side + 0.707 * thick)]
    points = [*upper, (right, 0), *((x, -y) for x, y in reversed(upper))]
    if direction < 0:
        points = [(left + right - x, y) for x, y in reversed(points)]
    points = [(round(x), round(centre + y)) for x, y in points]
    xs, ys = zip(*points)
    steps = [b - a for values in (xs, ys) for a, b in zip((0, *values), values)]
    outline = struct.pack(">5h", 1, min(xs), min(ys), max(xs), max(ys)) + struct.pack(">HH", len(points) - 1, 0)
    outline += b"\x01" * len(points) + struct.pack(f">{len(steps)}h", *steps)  # every point on the outline, steps of two bytes
    return outline, struct.pack(">Hh", advance, min(xs))


def write_cmap(mapping):
    """One subtable of format 4, a segment per run of codes with consecutive glyphs."""
    runs = []
    for code in sorted(mapping):
        if runs and code == runs[-1][1] + 1 and mapping[code] - code == runs[-1][2]:
            runs[-1][1] = code
        else:
            runs.append([code, code, mapping[code] - code])
    runs.append([0xFFFF, 0xFFFF, 1])
    n = len(runs)
    power = 1
    while power * 2 <= n:
        power *= 2
    body = struct.pack(">HHHH", n * 2, power * 2, power.bit_length() - 1, (n - power) * 2)
    body += b"".join(struct.pack(">H", run[1]) for run in runs) + b"\0\0"
    body += b"".join(struct.pack(">H", run[0]) for run in runs)
    body += b"".join(struct.pack(">H", run[2] & 0xFFFF) for run in runs) + b"\0\0" * n
    table = struct.pack(">HHH", 4, len(body) + 6, 0) + body
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def assemble(tables):
    def checksum(data):
        data += b"\0" * (-len(data) % 4)
        return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF

    count = len(tables)
    power = 1
    while power * 2 <= count:
        power *= 2
    out = struct.pack(">IHHHH", 0x00010000, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    offset = 12 + 16 * count
    body = b""
    for tag in sorted(tables):
        data = tables[tag]
        out += struct.pack(">4sIII", tag, checksum(data), offset + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    font = out + body
    # The file's own sum is stored so that the whole adds up to a fixed number.
    at = font.index(tables[b"head"]) + 8
    return font[:at] + struct.pack(">I", (0xB1B0AFBA - checksum(font)) & 0xFFFFFFFF) + font[at + 4 :]


def subset(data, codes):
    tables = read_tables(data)
    mapping = {code: glyph for code, glyph in character_map(tables[b"cmap"]).items() if code in codes}
    count = struct.unpack(">H", tables[b"maxp"][4:6])[0]
    wide = struct.unpack(">h", tables[b"head"][50:52])[0]
    loca = struct.unpack(f">{count + 1}{'I' if wide else 'H'}", tables[b"loca"][: (count + 1) * (4 if wide else 2)])
    scale = 1 if wide else 2

    def outline(glyph):
        return tables[b"glyf"][loca[glyph] * scale : loca[glyph + 1] * scale]

    kept, seen = [0], {0}
    for glyph in [0, *(mapping[code] for code in sorted(mapping))]:
        pending = [glyph]
        while pending:
            each = pending.pop()
            if each not in seen:
                seen.add(each)
                kept.append(each)
            pending += [part for _, part in components(outline(each)) if part not in seen]
    number = {glyph: i for i, glyph in enumerate(kept)}

    metrics = struct.unpack(">H", tables[b"hhea"][34:36])[0]
    hmtx = tables[b"hmtx"]

    def metric(glyph):
        if glyph < metrics:
            return hmtx[4 * glyph : 4 * glyph + 4]
        bearing = 4 * metrics + 2 * (glyph - metrics)
        return hmtx[4 * metrics - 4 : 4 * metrics - 2] + hmtx[bearing : bearing + 2]

    glyf, offsets = b"", [0]
    for glyph in kept:
        shape = bytearray(outline(glyph))
        for at, part in components(bytes(shape)):
            shape[at : at + 2] = struct.pack(">H", number[part])
        glyf += bytes(shape) + b"\0" * (-len(shape) % 4)
        offsets.append(len(glyf))

    codes_of = {code: number[glyph] for code, glyph in mapping.items()}
    measures = [metric(glyph) for glyph in kept]
    for code in sorted(ARROWS.keys() & codes - mapping.keys()):
        outline_of, measure = arrow(outline(mapping[MINUS]), metric(mapping[MINUS]), ARROWS[code])
        codes_of[code] = len(measures)
        measures.append(measure)
        glyf += outline_of + b"\0" * (-len(outline_of) % 4)
        offsets.append(len(glyf))

    out = {tag: tables[tag] for tag in KEPT if tag in tables}
    out[b"name"] = struct.pack(">HHH", 0, 0, 6)  # must be there, and may be empty: the names are in the notices
    out[b"post"] = struct.pack(">I", 0x00030000) + tables[b"post"][4:32]  # no glyph names
    out[b"head"] = tables[b"head"][:8] + b"\0\0\0\0" + tables[b"head"][12:50] + struct.pack(">h", 1) + tables[b"head"][52:]
    out[b"maxp"] = tables[b"maxp"][:4] + struct.pack(">H", len(measures)) + tables[b"maxp"][6:]
    out[b"hhea"] = tables[b"hhea"][:34] + struct.pack(">H", len(measures))
    out[b"hmtx"] = b"".join(measures)
    out[b"cmap"] = write_cmap(codes_of)
    out[b"glyf"] = glyf
    out[b"loca"] = struct.pack(f">{len(offsets)}I", *offsets)
    return assemble(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("font", type=pathlib.Path)
    parser.add_argument("--ranges", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_bytes(subset(arguments.font.read_bytes(), set(read_ranges(arguments.ranges))))


if __name__ == "__main__":
    main()
