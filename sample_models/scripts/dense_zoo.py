"""Networks of the benchmark suites beside classification: detection, segmentation, volumes, speech, recommendation."""

import dense_nets as nets
from spec import Input, Spec

IMAGE = ["batch", 3, "height", "width"]
OWN = "own definition after "


def register_dense(add):
    def image(name, title, build, opset, outputs, side, source, licence, family="detection", check=(224, 192), trace=(192, 160), **more):
        dims = {"batch": 1, "height": side, "width": side}
        add(Spec(name=name, title=title, family=family, source=source, licence=licence, build=build,
                 inputs=[Input("image", IMAGE)], outputs=outputs, opset=opset, dims=dims,
                 trace_dims={"height": trace[0], "width": trace[1]}, check_dims={"batch": 3, "height": check[0], "width": check[1]},
                 **more))

    def published(value, side, source, unit="GFLOP"):
        return {"value": value, "unit": unit, "dims": {"batch": 1, "height": side, "width": side}, "source": source}

    mlperf = "the MLPerf Inference benchmark paper (arXiv 1911.02549), table 1"
    host = "box decoding and the suppression of overlapping boxes are left to the host"
    image("ssd_mobilenet_v1", "SSD MobileNetV1", nets.SsdMobilenetV1, 11, ["boxes", "scores"], 300,
          OWN + "the TensorFlow detection models", "Apache-2.0", note=host,
          reference=published("2.47", 300, mlperf),
          parameters_reference={"value": "6.8", "unit": "M", "source": "the MobileNet paper (arXiv 1704.04861), table 13; the MLPerf paper's table "
                                                                    "states 6.91 M"})
    image("ssd_resnet34", "SSD ResNet-34", nets.SsdResnet34, 13, ["boxes", "scores"], 1200,
          OWN + "the MLPerf Inference reference model", "Apache-2.0", note=host, trace=(480, 512), check=(512, 480),
          reference=published("433", 1200, mlperf),
          parameters_reference={"value": "36.3", "unit": "M", "source": mlperf,
                                "differs": "the layers that the reference model's description names hold 20.0 M; what "
                                           "the table counts beyond them is not known"})
    image("retinanet_resnext50", "RetinaNet ResNeXt-50 32x4d FPN (264 classes)", nets.RetinaNetDense, 14,
          ["scores", "boxes"], 800, "torchvision", "BSD-3-Clause",
          note="the network of the MLPerf Inference benchmark: 120 087 anchors at 800x800; " + host)
    image("deeplab_v3plus_mobilenet", "DeepLabV3+ (MobileNetV2)", nets.DeepLabV3PlusMobilenet, 15, ["logits"], 513,
          OWN + "the DeepLabV3+ paper (arXiv 1802.02611), on torchvision's MobileNetV2", "BSD-3-Clause",
          family="segmentation", output_axes=[["batch", None, "height", "width"]],
          parameters_reference={"value": "5.8", "unit": "M", "source": "Qualcomm AI Hub, DeepLabV3-Plus-MobileNet: 5.80M"})
    image("deeplab_v3_mobilenet_v2", "DeepLabV3 (MobileNetV2, output stride 8)", nets.DeepLabV3Mobilenet, 16,
          ["logits"], 513, "transformers", "Apache-2.0", family="segmentation",
          output_axes=[["batch", None, "height", "width"]],
          note="symmetric padding instead of TensorFlow's; the classifier's last 1x1 convolution, whose result nothing "
               "uses, left out",
          reference=published("17.65", 513, "Hailo Model Zoo, HAILO8 semantic segmentation, deeplab_v3_mobilenet_v2"),
          parameters_reference={"value": "2.1", "unit": "M", "source": "Hailo Model Zoo, deeplab_v3_mobilenet_v2: 2.10 M"})
    add(Spec(name="unet3d_brats19", title="3D U-Net (BraTS 2019)", family="volume segmentation",
             source=OWN + "nnU-Net's plan for the MLPerf Inference benchmark", licence="Apache-2.0", build=nets.Unet3d,
             inputs=[Input("volume", ["batch", 4, "depth", "height", "width"])], outputs=["logits"], opset=12,
             dims={"batch": 1, "depth": 224, "height": 224, "width": 160},
             trace_dims={"depth": 64, "height": 64, "width": 64},
             check_dims={"batch": 2, "depth": 64, "height": 96, "width": 64},
             output_axes=[["batch", None, "depth", "height", "width"]],
             note="no printed count of this plan was found: its parameters and MACs are those of the definition, "
                  "counted twice (framework and graph)"))
    frames = 200
    closed_form = frames * 4 * 1024 * (240 + 3 * 1024) + frames // 2 * 4 * 1024 * (2048 + 5 * 1024)
    add(Spec(name="lstm_speech", title="LSTM speech encoder (RNN-T)", family="speech", build=nets.SpeechEncoder,
             source=OWN + "the MLPerf Inference RNN-T encoder", licence="Apache-2.0",
             inputs=[Input("features", ["frames", "batch", 240])], outputs=["encoded"], opset=14,
             dims={"batch": 1, "frames": frames}, trace_dims={"frames": 12},
             check_dims={"batch": 3, "frames": 30}, output_axes=[[None, "batch"]],
             reference={"exact": closed_form, "dims": {"batch": 1, "frames": frames},
                        "source": "closed form: T 4 H (240 + 3 H) + T/2 4 H (2 H + 5 H), H = 1024"}))
    add(Spec(name="dlrm", title="DLRM (Criteo 1 TB, tables of at most 40 M rows)", family="recommendation",
             source=OWN + "the DLRM paper (arXiv 1906.00091) and its MLPerf configuration", licence="Apache-2.0",
             build=nets.Dlrm, inputs=[Input("dense", ["batch", 13]), Input("sparse", ["batch", 26], "int64", 3)],
             outputs=["click"], opset=18, fake=True, plain_inputs=2, dims={"batch": 1},
             duplicated=[(-1, "the last bias has one element and counts as a scalar constant")],
             reference={"exact": 13 * 512 + 512 * 256 + 256 * 128 + 479 * 1024 + 1024 ** 2 + 1024 * 512 + 512 * 256 + 256
                        + 27 * 27 * 128, "dims": {"batch": 1},
                        "source": "closed form: layers of both perceptrons + 27 x 27 x 128 dot products"}))
