"""Decoders in the form that the onnxruntime-genai model builder writes: com.microsoft operators and 4-bit weights.

The graphs are put together with onnx.helper: packed QKV, GroupQueryAttention with rotary tables, MatMulNBits in blocks of
32, SimplifiedLayerNormalization in the default domain, QMoE for experts. Parameters come from the transformers library's
own module on meta tensors.
"""

import dataclasses
import math

import onnx
import torch
from onnx import TensorProto, helper

import strip
from spec import Input, Spec

BLOCK = 32
DIMS = {"batch_size": 1, "sequence_length": 128, "past_sequence_length": 0, "total_sequence_length": 128}


@dataclasses.dataclass
class Decoder:
    layers: int
    hidden: int
    heads: int
    key_heads: int
    head: int
    vocabulary: int
    positions: int
    inner: int  # of the feed-forward network; the shared expert's where there are experts
    experts: int = 0
    chosen: int = 0
    expert_inner: int = 0
    bias: bool = False  # of the query, key and value projections

    @property
    def packed(self):
        return (self.heads + 2 * self.key_heads) * self.head

    def macs(self, tokens):
        """Closed form for `tokens` new tokens without a cache; attention counts all pairs of tokens."""
        feed = 3 * self.hidden * self.inner
        if self.experts:
            feed += self.hidden * (self.experts + 1) + 3 * self.chosen * self.hidden * self.expert_inner
        attention = self.hidden * self.packed + self.heads * self.head * self.hidden + feed
        core = 2 * tokens ** 2 * self.heads * self.head
        return self.layers * (tokens * attention + core) + tokens * self.hidden * self.vocabulary


class Builder:
    def __init__(self, config):
        self.config, self.nodes, self.weights = config, [], []

    def weight(self, name, dims, kind=TensorProto.FLOAT16):
        tensor = TensorProto(name=name, data_type=kind, dims=dims)
        if not strip.is_external(tensor):
            raise ValueError(f"{name}: too small to be external")
        tensor.data_location = TensorProto.EXTERNAL
        self.weights.append(tensor)
        return name

    def integer(self, value):
        name = f"/model/constants/INT64/[{value}]"
        if all(w.name != name for w in self.weights):
            self.weights.append(helper.make_tensor(name, TensorProto.INT64, [1] if isinstance(value, list) else [],
                                                   value if isinstance(value, list) else [value]))
        return name

    def node(self, operator, name, inputs, outputs=None, domain="", **attributes):
        outputs = outputs or [f"{name}/output_0"]
        self.nodes.append(helper.make_node(operator, inputs, outputs, name=name, domain=domain, **attributes))
        return outputs[0]

    def product(self, name, x, k, n):
        """x (…, k) times 4-bit weights (n, k) with one scale a block."""
        base = f"{name.replace('/', '.').strip('.')}.weight"
        blocks = math.ceil(k / BLOCK)
        return self.node("MatMulNBits", f"{name}/MatMul_Q4", [
            x, self.weight(f"{base}_Q4", [n, blocks, BLOCK // 2], TensorProto.UINT8),
            self.weight(f"{base}_scales", [n * blocks])], domain="com.microsoft", K=k, N=n, bits=4, block_size=BLOCK)

    def lengths(self):
        """Lengths of the sequences (less one) and of the longest, from the attention mask."""
        base = "/model/attn_mask_reformat/attn_mask_subgraph"
        total = self.node("ReduceSum", f"{base}/ReduceSum", ["attention_mask", self.integer([1])], keepdims=0)
        less = self.node("Sub", f"{base}/Sub", [total, self.integer([1])])
        sequence = self.node("Cast", f"{base}/Sub/Cast", [less], to=TensorProto.INT32)
        shape = self.node("Shape", f"{base}/Shape", ["attention_mask"])
        longest = self.node("Gather", f"{base}/Gather", [shape, self.integer(1)], axis=0)
        return sequence, self.node("Cast", f"{base}/Gather/Cast", [longest], to=TensorProto.INT32)

    def attention(self, base, layer, x, lengths):
        c = self.config
        packed = self.product(f"{base}/attn/qkv_proj", x, c.hidden, c.packed)
        if c.bias:
            bias = self.weight(f"model.layers.{layer}.attn.qkv_proj.Add.bias", [c.packed])
            packed = self.node("Add", f"{base}/attn/qkv_proj/Add", [packed, bias])
        mixed = self.node(
            "GroupQueryAttention", f"{base}/attn/GroupQueryAttention",
            [packed, "", "", f"past_key_values.{layer}.key", f"past_key_values.{layer}.value", *lengths, "cos_cache",
             "sin_cache"],
            [f"{base}/attn/GroupQueryAttention/output_0", f"present.{layer}.key", f"present.{layer}.value"],
            domain="com.microsoft", num_heads=c.heads, kv_num_heads=c.key_heads, scale=c.head ** -0.5, do_rotary=1,
            rotary_interleaved=0)
        return self.product(f"{base}/attn/o_proj", mixed, c.heads * c.head, c.hidden)

    def gated(self, base, x, inner):
        c = self.config
        gate = self.product(f"{base}/gate_proj", x, c.hidden, inner)
        up = self.product(f"{base}/up_proj", x, c.hidden, inner)
        sigmoid = self.node("Sigmoid", f"{base}/act_fn/Sigmoid", [gate])
        active = self.node("Mul", f"{base}/act_fn/Mul", [gate, sigmoid])
        return self.product(f"{base}/down_proj", self.node("Mul", f"{base}/Mul", [active, up]), inner, c.hidden)

    def experts(self, base, layer, x):
        """Chosen experts, and a shared one behind a gate of its own."""
        c = self.config
        name = f"model.layers.{layer}.mlp"
        router = self.node("MatMul", f"{base}/gate/MatMul", [x, self.weight(f"{name}.gate.weight", [c.hidden, c.experts])])
        flat = self.node("Reshape", f"{base}/gate/Reshape", [router, self.shape([-1, c.experts])])
        mixed = self.node("QMoE", f"{base}/moe/QMoE", [
            x, flat,
            self.weight(f"{name}.moe.experts.gate_up_proj.qweight", [c.experts, 2 * c.expert_inner, c.hidden // 2],
                        TensorProto.UINT8),
            self.weight(f"{name}.moe.experts.gate_up_proj.scales", [c.experts, 2 * c.expert_inner]), "",
            self.weight(f"{name}.moe.experts.down_proj.qweight", [c.experts, c.hidden, c.expert_inner // 2],
                        TensorProto.UINT8),
            self.weight(f"{name}.moe.experts.down_proj.scales", [c.experts, c.hidden])],
            domain="com.microsoft", k=c.chosen, activation_type="swiglu", swiglu_fusion=1, normalize_routing_weights=0,
            expert_weight_bits=4)
        share = self.node("MatMul", f"{base}/shared_expert_gate/MatMul",
                          [x, self.weight(f"{name}.shared_expert_gate.weight", [c.hidden, 1])])
        share = self.node("Sigmoid", f"{base}/shared_expert_gate/Sigmoid", [share])
        shared = self.node("Mul", f"{base}/shared_expert_gate/Mul",
                           [self.gated(f"{base}/shared_expert", x, c.inner), share])
        return self.node("Add", f"{base}/Add", [mixed, shared])

    def shape(self, values):
        name = f"/model/constants/INT64/{values}"
        if all(w.name != name for w in self.weights):
            self.weights.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def build(self):
        c = self.config
        half = TensorProto.FLOAT16
        lengths = self.lengths()
        x = self.node("Gather", "/model/embed_tokens/Gather",
                      [self.weight("model.embed_tokens.weight", [c.vocabulary, c.hidden]), "input_ids"])
        for table in ("cos_cache", "sin_cache"):
            self.weight(table, [c.positions, c.head // 2])
        normal = self.node("SimplifiedLayerNormalization", "/model/layers.0/input_layernorm/LayerNorm",
                           [x, self.weight("model.layers.0.input_layernorm.weight", [c.hidden])], axis=-1, epsilon=1e-5,
                           stash_type=1)
        kept = x

        def skip(name, kept, x, last=False):
            base = f"/model/{name}/SkipLayerNorm"
            outputs = [f"{base}/output_0"] + ([] if last else ["", "", f"{base}/output_3"])
            self.node("SkipSimplifiedLayerNormalization", base,
                      [kept, x, self.weight(f"model.{name.replace('/', '.')}.weight", [c.hidden])], outputs,
                      domain="com.microsoft", epsilon=1e-5)
            return outputs[0], outputs[-1]

        for layer in range(c.layers):
            base = f"/model/layers.{layer}"
            mixed = self.attention(base, layer, normal, lengths)
            normal, kept = skip(f"layers.{layer}/post_attention_layernorm", kept, mixed)
            fed = self.experts(f"{base}/mlp", layer, normal) if c.experts else self.gated(f"{base}/mlp", normal, c.inner)
            last = layer == c.layers - 1
            name = f"layers.{layer + 1}/" + ("final_norm_layernorm" if last else "input_layernorm")
            normal, kept = skip(name, kept, fed, last)
        logits = self.product("/lm_head", normal, c.hidden, c.vocabulary)
        self.nodes[-1].output[0] = "logits"
        assert logits

        info = helper.make_tensor_value_info
        cache = lambda name, length: [info(f"{name}.{i}.{kind}", half, ["batch_size", c.key_heads, length, c.head])
                                      for i in range(c.layers) for kind in ("key", "value")]
        inputs = [info("input_ids", TensorProto.INT64, ["batch_size", "sequence_length"]),
                  info("attention_mask", TensorProto.INT64, ["batch_size", "total_sequence_length"]),
                  *cache("past_key_values", "past_sequence_length")]
        outputs = [info("logits", half, ["batch_size", "sequence_length", c.vocabulary]),
                   *cache("present", "total_sequence_length")]
        graph = helper.make_graph(self.nodes, "main_graph", inputs, outputs, self.weights)
        imports = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=imports, ir_version=10, producer_name="whichchip-samples")


LLAMA3_8B = Decoder(32, 4096, 32, 8, 128, 128256, 8192, 14336)
QWEN2_A14B = Decoder(28, 3584, 28, 4, 128, 151936, 32768, 20480, 64, 8, 2560, True)


def llama_parameters():
    from transformers_zoo import llama3_8b
    return llama3_8b()


def qwen_parameters():
    from transformers import Qwen2MoeConfig, Qwen2MoeForCausalLM
    return Qwen2MoeForCausalLM(Qwen2MoeConfig(
        vocab_size=151936, hidden_size=3584, intermediate_size=18944, num_hidden_layers=28, num_attention_heads=28,
        num_key_value_heads=4, decoder_sparse_step=1, moe_intermediate_size=2560, shared_expert_intermediate_size=20480,
        num_experts_per_tok=8, num_experts=64, norm_topk_prob=False, max_position_embeddings=32768,
        tie_word_embeddings=False))


def register_contrib(add):
    def decoder(name, title, config, parameters, form, note, published):
        def assemble():
            with torch.device("meta"):
                framework = sum(p.numel() for p in parameters().parameters())
            return Builder(config).build(), framework, config.macs(128)

        cache = [Input(f"past_key_values.{i}.{kind}", ["batch_size", config.key_heads, "past_sequence_length", config.head],
                       "float16") for i in range(config.layers) for kind in ("key", "value")]
        tables = 2 * config.positions * config.head // 2
        add(Spec(name=name, title=title, family="text decoder", source="transformers", licence="Apache-2.0", build=None,
                 assemble=assemble, exporter="onnx.helper, in the form of onnxruntime-genai's model builder",
                 inputs=[Input("input_ids", ["batch_size", "sequence_length"], "int64"),
                         Input("attention_mask", ["batch_size", "total_sequence_length"], "int64"), *cache],
                 outputs=["logits"], opset=21, dims=DIMS, note=note, parameters_reference=published,
                 duplicated=[(tables, "tables of the rotary embedding")],
                 reference={"exact": config.macs(128), "dims": DIMS, "source": f"closed form: {form}"}))

    common = "layers x (S (D (D + 2 D_kv) + D^2 + {}) + 2 S^2 D) + S D V"
    decoder("llama3_8b_int4_contrib", "Llama 3 8B, 4-bit weights, contrib operators", LLAMA3_8B, llama_parameters,
            common.format("3 D F"), "symmetric 4-bit weights in blocks of 32, embedding in fp16",
            {"value": "8.03", "unit": "B", "source": "Llama 3 model card: 8.03 B"})
    decoder("qwen2_moe_a14b", "Qwen2-57B-A14B mixture of experts, 4-bit weights, contrib operators", QWEN2_A14B,
            qwen_parameters, common.format("3 D F_shared + D (E + 1) + 3 k D F"),
            "64 experts, 8 a token, and a shared one; symmetric 4-bit weights, embedding and routers in fp16",
            {"value": "57.4", "unit": "B", "source": "Qwen2-57B-A14B model card (14 B active)"})
