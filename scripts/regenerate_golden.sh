#!/usr/bin/env bash
# Writes the golden outputs of tests/golden/cli: one CNN, one transformer and one language model in every format. They change whenever a prediction
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

devices=A100-SXM-80GB,Xeon-8490H,TPU-v4,Coral-Edge-TPU
for format in text json csv md html; do
  extension=${format/text/txt}
  "$whichchip" compare resnet18 --hardware "$devices" --format "$format" | without_versions >"$folder/resnet18_compare.$extension"
  "$whichchip" compare bert_base --hardware "$devices" --dim seq=384 --batch 4 --precision int8 --format "$format" |
    without_versions >"$folder/bert_base_compare.$extension"
  "$whichchip" compare gpt2_with_past --hardware A100-SXM-80GB,Xeon-8490H,RaspberryPi4 --phase decode --dim past=256 \
    --context 128,256,512 --format "$format" | without_versions >"$folder/gpt2_with_past_compare.$extension"
done
"$whichchip" compare resnet18 --hardware T4,L4,Jetson-Orin-Nano-8GB --level detailed >"$folder/resnet18_detailed.txt"
"$whichchip" compare resnet18 --hardware T4,L4,TPU-v4 --level subgraph >"$folder/resnet18_subgraph.txt"
"$whichchip" compare resnet18 --hardware T4,L4,Jetson-Orin-Nano-8GB --sort carbon --basis own --grid fr --rate 3000 --battery 50 \
  >"$folder/resnet18_cost.txt"
"$whichchip" inspect bert_base --layers >"$folder/bert_base_inspect.txt"
"$whichchip" energy resnet18 --hardware A100-SXM-80GB,Xeon-8490H,TPU-v4,KPU-T64,RK3588-NPU,QRB5165,Xilinx-DPU-ZCU104,Hailo-8,Plasticine-CGRA \
  >"$folder/resnet18_energy.txt"
"$whichchip" explain bert_base T4 A100-SXM-40GB --dim seq=384 --batch 8 --precision fp16 >"$folder/bert_base_explain.txt"
"$whichchip" explain resnet18 A100-SXM-80GB TPU-v4 --format md >"$folder/resnet18_explain.md"
"$whichchip" sweep resnet18 --hardware T4,TPU-v4 --batch 1,8,64 >"$folder/resnet18_sweep.txt"
"$whichchip" roofline resnet18 --hardware T4 --precision fp16 >"$folder/resnet18_roofline.txt"
"$whichchip" memory resnet18 --hardware T4,Coral-Edge-TPU >"$folder/resnet18_memory.txt"
"$whichchip" explain resnet18 T4 L4 --metric energy >"$folder/resnet18_energy_explained.txt"
"$whichchip" memory gpt2 --hardware T4,Coral-Edge-TPU --format csv >"$folder/gpt2_memory.csv"
