"""One-stage detectors built from published layer tables: names, sizes and the figures their authors print."""

import yolo_nets as nets
from spec import Input, Spec

COUNTER = ("counted by the authors' tool, whose figures per layer are not published; it may count biases, normalisation "
           "and pooling too, or leave out the products of attention")
# Parameters to the last one, as the framework prints them for the whole network before it folds anything.
EXACT = {"yolov5n": 1872157, "yolov5s": 7235389,
         "yolov8n": 3157200, "yolov8s": 11166560, "yolov8m": 25902640, "yolov8l": 43691520, "yolov8x": 68229648,
         "yolov11n": 2624080, "yolov11s": 9458752, "yolov11m": 20114688}
EXACT_SOURCE = "the summary that the framework prints for it, in public model files and logs"
# Sizes of Darknet's weight files: parameters are not printed.
FILES = {"yolov3": "236", "yolov3_tiny": "33.7", "yolov4": "245", "yolov4_tiny": "23.1"}


def scores(boxes):
    """The sorted scores of the best boxes: two boxes whose scores are equal may change places."""
    return boxes[..., 4]


def register_yolo(add):
    def yolo(name, title, build, opset, source, gflops, millions, size=640, outputs=("output",), anchors=0, differs=False,
             folded=False, parameters_differ="", **more):
        reference = {"value": gflops, "unit": "GFLOP", "dims": {"batch": 1, "height": size, "width": size},
                     "source": source}
        if differs:
            reference["differs"] = COUNTER
        parameters_reference = {"value": millions, "unit": "M", "source": source}
        if folded:
            parameters_reference["folded"] = "counted after normalisation was folded into the convolutions"
        if name in FILES:
            parameters_reference["source"] = f"the weights file of {FILES[name]} MB (MiB) of float32 in Darknet's README"
        if name in EXACT:
            parameters_reference |= {"exact": EXACT[name], "exact_source": EXACT_SOURCE}
        if parameters_differ:
            parameters_reference["differs"] = parameters_differ
        duplicated = [(anchors, "anchor box sizes, buffers of the network")] if anchors else []
        add(Spec(name=name, title=title, family="detection", source=f"own definition by the layer table of {source}",
                 licence="Apache-2.0", build=build, inputs=[Input("images", ["batch", 3, "height", "width"])],
                 outputs=list(outputs), opset=opset, dims={"batch": 1, "height": size, "width": size},
                 trace_dims={"height": 192, "width": 160}, check_dims={"batch": 3, "height": 160, "width": 192},
                 reference=reference, duplicated=duplicated,
                 parameters_reference=parameters_reference,
                 note="boxes decoded; suppression of overlapping boxes, where the network needs it, is left to the host",
                 **more))

    darknet = "the table of Darknet's README (AlexeyAB/darknet), 416x416"
    yolo("yolov3", "YOLOv3 (Darknet-53)", nets.yolov3, 11, darknet, "65.86", "61.9", 416, anchors=18)
    yolo("yolov3_tiny", "YOLOv3-tiny", nets.yolov3_tiny, 12, darknet, "5.6", "8.9", 416, anchors=12, gain=0.5)
    yolo("yolov4", "YOLOv4 (CSPDarknet-53)", nets.yolov4, 13, darknet, "60.1", "64.4", 416, anchors=18)
    yolo("yolov4_tiny", "YOLOv4-tiny", nets.YoloV4Tiny, 11, darknet, "6.9", "6.1", 416, anchors=12)
    v5 = "the table of YOLOv5's README at release 6.1"
    for letter, depth, width, gflops, millions, differs, opset in (
            ("n", 0.33, 0.25, "4.5", "1.9", False, 12), ("s", 0.33, 0.5, "16.5", "7.2", True, 13),
            ("m", 0.67, 0.75, "49.0", "21.2", True, 14)):
        yolo(f"yolov5{letter}", f"YOLOv5{letter}", lambda d=depth, w=width: nets.yolov5(d, w), opset, v5, gflops,
             millions, anchors=18, differs=differs)
    v6 = "the table of YOLOv6's README at release 3.0 (deployed models)"
    for letter, depth, width, ratio, gflops, millions, opset in (
            ("n", 0.33, 0.25, None, "11.4", "4.7", 13), ("s", 0.33, 0.5, None, "45.3", "18.5", 14),
            ("m", 0.6, 0.75, 2 / 3, "85.8", "34.9", 15)):
        yolo(f"yolov6{letter}", f"YOLOv6-{letter.upper()} 3.0, convolutions merged",
             lambda d=depth, w=width, r=ratio: nets.yolov6(d, w, r), opset, v6, gflops, millions, differs=True,
             parameters_differ="the cause is not known" if letter == "n" else "")
    v7 = "the comparison table of the YOLOv7 paper, as public READMEs reproduce it"
    yolo("yolov7", "YOLOv7, convolutions merged", nets.yolov7, 12, v7, "104.7", "36.9", anchors=18, differs=True)
    yolo("yolov7_tiny", "YOLOv7-tiny", nets.yolov7_tiny, 13, v7, "13.8", "6.2", anchors=18, differs=True)
    v8 = "the YOLOv8 model table, as public READMEs reproduce it"
    for letter, depth, width, limit, gflops, millions, opset in (
            ("n", 0.33, 0.25, 1024, "8.7", "3.2", 17), ("s", 0.33, 0.5, 1024, "28.6", "11.2", 16),
            ("m", 0.67, 0.75, 768, "78.9", "25.9", 15), ("l", 1, 1, 512, "165.2", "43.7", 14),
            ("x", 1, 1.25, 512, "257.8", "68.2", 13)):
        yolo(f"yolov8{letter}", f"YOLOv8{letter}", lambda d=depth, w=width, k=limit: nets.yolov8(d, w, k), opset, v8,
             gflops, millions, differs=letter == "l")
    v10 = "the table of YOLOv10's README"
    yolo("yolov10n", "YOLOv10-N (best 300 boxes, no suppression)", lambda: nets.yolov10(0.33, 0.25, False), 13, v10,
         "6.7", "2.3", differs=True, compared=scores)
    yolo("yolov10s", "YOLOv10-S (best 300 boxes, no suppression)", lambda: nets.yolov10(0.33, 0.5, True), 16, v10,
         "21.6", "7.2", folded=True, differs=True, compared=scores)
    v11 = "the YOLO11 model table (docs.ultralytics.com), as public pages reproduce it"
    for letter, width, limit, nested, gflops, millions, differs, opset in (
            ("n", 0.25, 1024, False, "6.5", "2.6", False, 17), ("s", 0.5, 1024, False, "21.5", "9.4", True, 16),
            ("m", 1, 512, True, "68.0", "20.1", True, 15)):
        yolo(f"yolov11{letter}", f"YOLO11{letter}", lambda w=width, k=limit, c=nested: nets.yolov11(0.5, w, k, c),
             opset, v11, gflops, millions, folded=letter == "s", differs=differs)
    x = "YOLOX's model zoo page"
    yolo("yolox_s", "YOLOX-S", lambda: nets.yolox(0.33, 0.5), 11, x, "26.8", "9.0", differs=True)
    yolo("yolox_m", "YOLOX-M", lambda: nets.yolox(0.67, 0.75), 14, x, "73.8", "25.3", differs=True)
