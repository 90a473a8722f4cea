#!/usr/bin/env bash
# Writes the golden outputs of tests/golden/cli: compare of one CNN, one transformer and one language model in every
# format, and every other command about a model in every format on one of the three. They change whenever a prediction
# changes; read the difference before committing it.
#
#   scripts/regenerate_golden.sh [FOLDER]     WHICHCHIP is the binary (default build/native/bin/whichchip)
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
whichchip=${WHICHCHIP:-$root/build/native/bin/whichchip}
folder=${1:-$root/tests/golden/cli}
mkdir -p "$folder"
export WHICHCHIP_SAMPLES=$root/sample_models NO_COLOR=1
unset COLUMNS

# The catalogue's version is a digest of its files: it would change these with every device that is added.
without_versions() { sed -E 's/("(whichchip|catalogue|parameters)": )"[^"]*"/\1"…"/'; }

# NAME COMMAND…: the output in every format. A broken budget is an answer too.
in_every_format() {
  local name=$1 format status
  shift
  for format in text json csv md html; do
    status=0
    "$whichchip" "$@" --format "$format" >"$folder/raw" || status=$?
    ((status <= 1))
    without_versions <"$folder/raw" >"$folder/$name.${format/text/txt}"
  done
  rm "$folder/raw"
}

devices=A100-SXM-80GB,Xeon-8490H,TPU-v4,Coral-Edge-TPU
decoding=(--phase decode --dim past=256)
in_every_format resnet18_compare compare resnet18 --hardware "$devices"
in_every_format bert_base_compare compare bert_base --hardware "$devices" --dim seq=384 --batch 4 --precision int8
in_every_format gpt2_with_past_compare compare gpt2_with_past --hardware A100-SXM-80GB,Xeon-8490H,RaspberryPi4 \
  "${decoding[@]}" --context 128,256,512

in_every_format alexnet_inspect inspect alexnet --layers
in_every_format alexnet_energy energy alexnet --hardware T4,Coral-Edge-TPU
in_every_format bert_base_explain explain bert_base T4 A100-SXM-40GB --dim seq=384 --batch 8 --precision fp16
in_every_format gpt2_with_past_sweep sweep gpt2_with_past --hardware T4,L4 --batch 1,8 "${decoding[@]}"
in_every_format resnet18_roofline roofline resnet18 --hardware T4,TPU-v4
in_every_format gpt2_memory memory gpt2 --hardware T4,Coral-Edge-TPU
in_every_format resnet18_recommend recommend resnet18 --budget latency=2ms --budget power=75W --goal energy
in_every_format resnet18_check check resnet18 --hardware T4,Coral-Edge-TPU --budget latency=1ms --budget energy=100mJ --suggest
in_every_format resnet18_diff diff resnet18 resnet34 --hardware T4,L4

"$whichchip" compare resnet18 --hardware T4,L4,Jetson-Orin-Nano-8GB --level detailed >"$folder/resnet18_detailed.txt"
"$whichchip" compare resnet18 --hardware T4,L4,TPU-v4 --level subgraph >"$folder/resnet18_subgraph.txt"
"$whichchip" compare resnet18 --hardware T4,L4,Jetson-Orin-Nano-8GB --sort carbon --basis own --grid fr --rate 3000 --battery 50 \
  >"$folder/resnet18_cost.txt"
"$whichchip" inspect bert_base --layers >"$folder/bert_base_inspect.txt"
"$whichchip" energy resnet18 --hardware A100-SXM-80GB,Xeon-8490H,TPU-v4,KPU-T64,RK3588-NPU,QRB5165,Xilinx-DPU-ZCU104,Hailo-8,Plasticine-CGRA \
  >"$folder/resnet18_energy.txt"
"$whichchip" explain resnet18 A100-SXM-80GB TPU-v4 --format md >"$folder/resnet18_explain.md"
"$whichchip" sweep resnet18 --hardware T4,TPU-v4 --batch 1,8,64 >"$folder/resnet18_sweep.txt"
"$whichchip" memory resnet18 --hardware T4,Coral-Edge-TPU >"$folder/resnet18_memory.txt"
"$whichchip" explain resnet18 T4 L4 --metric energy >"$folder/resnet18_energy_explained.txt"
