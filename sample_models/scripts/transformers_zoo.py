"""Models from the transformers library; configurations are written out."""

import torch

from spec import Input, Spec, text_inputs

TEXT_DIMS = {"batch": 1, "seq": 128}
DECODER_DIMS = {"batch": 1, "seq": 128, "past": 0}


def broadcast_masks():
    """Builds attention masks by broadcasting index vectors: tracing cannot follow the library's vmap."""
    from transformers import masking_utils

    def broadcast(mask_function, bh_indices=True):
        def apply(batch, head, query, key):
            if batch is not None:
                batch, head = batch[:, None, None, None], head[None, :, None, None]
                return mask_function(batch, head, query[None, None, :, None], key[None, None, None, :])
            return mask_function(batch, head, query[:, None], key[None, :])
        return apply

    class Unchanged:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return False

    masking_utils._vmap_for_bhqkv = broadcast
    masking_utils.TransformGetItemToIndex = Unchanged


class Bert(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.bert = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.bert(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids,
                         return_dict=False)


class Encoder(torch.nn.Module):
    """A text encoder without token types."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model(input_ids=input_ids, attention_mask=attention_mask, return_dict=False)


def bert(hidden, layers, heads, intermediate):
    def build():
        from transformers import BertConfig, BertModel
        config = BertConfig(vocab_size=30522, hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
                            intermediate_size=intermediate, hidden_act="gelu", max_position_embeddings=512,
                            type_vocab_size=2, layer_norm_eps=1e-12, attn_implementation="sdpa")
        return Bert(BertModel(config, add_pooling_layer=True))
    return build


def roberta():
    from transformers import RobertaConfig, RobertaModel
    config = RobertaConfig(vocab_size=50265, hidden_size=768, num_hidden_layers=12, num_attention_heads=12,
                           intermediate_size=3072, hidden_act="gelu", max_position_embeddings=514, type_vocab_size=1,
                           layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2,
                           attn_implementation="sdpa")
    return Encoder(RobertaModel(config, add_pooling_layer=True))


def distilbert(head):
    def build():
        from transformers import DistilBertConfig, DistilBertForSequenceClassification, DistilBertModel
        config = DistilBertConfig(vocab_size=30522, dim=768, n_layers=6, n_heads=12, hidden_dim=3072,
                                  activation="gelu", max_position_embeddings=512, num_labels=2,
                                  attn_implementation="sdpa")
        return Encoder((DistilBertForSequenceClassification if head else DistilBertModel)(config))
    return build


def mobilebert():
    from transformers import MobileBertConfig, MobileBertModel
    config = MobileBertConfig(vocab_size=30522, hidden_size=512, num_hidden_layers=24, num_attention_heads=4,
                              intermediate_size=512, hidden_act="relu", max_position_embeddings=512,
                              type_vocab_size=2, embedding_size=128, trigram_input=True, use_bottleneck=True,
                              intra_bottleneck_size=128, key_query_shared_bottleneck=True,
                              num_feedforward_networks=4, normalization_type="no_norm",
                              attn_implementation="eager")
    return Bert(MobileBertModel(config, add_pooling_layer=True))


def gpt2_config():
    from transformers import GPT2Config
    return GPT2Config(vocab_size=50257, n_positions=1024, n_embd=768, n_layer=12, n_head=12,
                      activation_function="gelu_new", attn_implementation="eager")


class Gpt2(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask):
        return self.model(input_ids=input_ids, attention_mask=attention_mask, use_cache=False, return_dict=False)[0]


class WithPast(torch.nn.Module):
    """A decoder whose keys and values come in and go out as plain tensors, layer by layer."""

    def __init__(self, model, layers):
        super().__init__()
        self.model, self.layers = model, layers

    def forward(self, input_ids, attention_mask, position_ids, *past):
        from transformers.cache_utils import DynamicCache
        cache = DynamicCache.from_legacy_cache(tuple((past[2 * i], past[2 * i + 1]) for i in range(self.layers)))
        result = self.model(input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids,
                            past_key_values=cache, use_cache=True, return_dict=True)
        present = result.past_key_values.to_legacy_cache()
        return (result.logits, *(t for pair in present for t in pair[:2]))


def gpt2(with_past):
    def build():
        from transformers import GPT2LMHeadModel
        model = GPT2LMHeadModel(gpt2_config())
        return WithPast(model, 12) if with_past else Gpt2(model)
    return build


def past_inputs(layers, heads, size, dtype="float32"):
    return [Input(f"past_key_values.{i}.{kind}", ["batch", heads, "past", size], dtype)
            for i in range(layers) for kind in ("key", "value")]


def present_outputs(layers):
    return [f"present.{i}.{kind}" for i in range(layers) for kind in ("key", "value")]


def decoder_inputs(vocabulary, layers, heads, size, dtype="float32"):
    return [Input("input_ids", ["batch", "seq"], "int64", vocabulary),
            Input("attention_mask", ["batch", "past + seq"], "int64", 2),
            Input("position_ids", ["batch", "seq"], "int64", 64)] + past_inputs(layers, heads, size, dtype)


def llama3_8b():
    from transformers import LlamaConfig, LlamaForCausalLM
    config = LlamaConfig(vocab_size=128256, hidden_size=4096, intermediate_size=14336, num_hidden_layers=32,
                         num_attention_heads=32, num_key_value_heads=8, max_position_embeddings=8192,
                         rms_norm_eps=1e-5, rope_theta=500000.0, hidden_act="silu", attn_implementation="eager",
                         tie_word_embeddings=False)
    return WithPast(LlamaForCausalLM(config).half(), 32)


def t5_config():
    from transformers import T5Config
    return T5Config(vocab_size=32128, d_model=512, d_kv=64, d_ff=2048, num_layers=6, num_decoder_layers=6,
                    num_heads=8, relative_attention_num_buckets=32, feed_forward_proj="relu",
                    tie_word_embeddings=True, decoder_start_token_id=0)


def t5_encoder():
    from transformers import T5EncoderModel
    return Encoder(T5EncoderModel(t5_config()))


class T5Decoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.decoder, self.lm_head, self.scale = model.decoder, model.lm_head, model.config.d_model ** -0.5

    def forward(self, input_ids, encoder_hidden_states, encoder_attention_mask):
        hidden = self.decoder(input_ids=input_ids, encoder_hidden_states=encoder_hidden_states,
                              encoder_attention_mask=encoder_attention_mask, use_cache=False, return_dict=False)[0]
        return self.lm_head(hidden * self.scale)


def t5_decoder():
    from transformers import T5ForConditionalGeneration
    return T5Decoder(T5ForConditionalGeneration(t5_config()))


def whisper_config():
    from transformers import WhisperConfig
    return WhisperConfig(vocab_size=51865, num_mel_bins=80, d_model=512, encoder_layers=6, encoder_attention_heads=8,
                         decoder_layers=6, decoder_attention_heads=8, encoder_ffn_dim=2048, decoder_ffn_dim=2048,
                         max_source_positions=1500, max_target_positions=448, activation_function="gelu",
                         attn_implementation="eager")


class WhisperEncoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.encoder = model

    def forward(self, input_features):
        return self.encoder(input_features, return_dict=False)[0]


class WhisperDecoder(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.decoder, self.proj_out = model.model.decoder, model.proj_out

    def forward(self, input_ids, encoder_hidden_states):
        hidden = self.decoder(input_ids=input_ids, attention_mask=torch.ones_like(input_ids),
                              encoder_hidden_states=encoder_hidden_states, use_cache=False, return_dict=False)[0]
        return self.proj_out(hidden)


def whisper_encoder():
    from transformers.models.whisper.modeling_whisper import WhisperEncoder as Network
    return WhisperEncoder(Network(whisper_config()))


def whisper_decoder():
    from transformers import WhisperForConditionalGeneration
    return WhisperDecoder(WhisperForConditionalGeneration(whisper_config()))


class Clip(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.clip = model

    def forward(self, pixel_values, input_ids, attention_mask):
        result = self.clip(input_ids=input_ids, pixel_values=pixel_values, attention_mask=attention_mask,
                           return_dict=True)
        return result.logits_per_image, result.logits_per_text


def clip():
    from transformers import CLIPConfig, CLIPModel
    config = CLIPConfig(
        text_config=dict(vocab_size=49408, hidden_size=512, intermediate_size=2048, num_hidden_layers=12,
                         num_attention_heads=8, max_position_embeddings=77, hidden_act="quick_gelu",
                         eos_token_id=49407, bos_token_id=49406),
        vision_config=dict(hidden_size=768, intermediate_size=3072, num_hidden_layers=12, num_attention_heads=12,
                           image_size=224, patch_size=32, hidden_act="quick_gelu"), projection_dim=512)
    config._attn_implementation = "eager"
    return Clip(CLIPModel(config))


def encoder_macs(hidden, layers, intermediate, seq, head=0):
    per_layer = 4 * seq * hidden ** 2 + 2 * seq * hidden * intermediate + 2 * seq ** 2 * hidden
    return layers * per_layer + head


def closed(exact, text, **dims):
    return {"exact": exact, "source": f"closed form: {text}", "dims": {"batch": 1, **dims}}


def register_transformers(add):
    broadcast_masks()
    tied = "token embedding tied to the output layer, stored a second time transposed"
    licence = dict(source="transformers", licence="Apache-2.0")
    encoder_form = "layers x (4 S D^2 + 2 S D F + 2 S^2 D)"

    def text(name, title, build, inputs, outputs, opset, reference, seq=128, axes=None, **more):
        add(Spec(name=name, title=title, family="text transformer", build=build, inputs=inputs, outputs=outputs,
                 opset=opset, dims={"batch": 1, "seq": seq}, check_dims={"batch": 3, "seq": 48},
                 trace_dims={"seq": 40} if name != "bert_base" else {}, output_axes=axes, reference=reference,
                 **licence, **more))

    pooled = [["batch", "seq"], ["batch"]]
    outputs = ["last_hidden_state", "pooler_output"]
    text("bert_base", "BERT-base (uncased, with pooler)", bert(768, 12, 12, 3072), text_inputs(30522), outputs, 14,
         closed(encoder_macs(768, 12, 3072, 128, 768 ** 2), f"{encoder_form} + D^2", seq=128), axes=pooled)
    text("bert_base_qdq_int8", "BERT-base (uncased, with pooler) int8 (QDQ)", bert(768, 12, 12, 3072),
         text_inputs(30522), outputs, 14,
         closed(encoder_macs(768, 12, 3072, 128, 768 ** 2), f"{encoder_form} + D^2", seq=128), axes=pooled,
         quantise="QDQ", quantised_operators=["MatMul", "Gemm"], runtime_check=False,
         note="matrix products in int8, normalisation, softmax and activations in float")
    text("bert_large", "BERT-large (uncased, with pooler)", bert(1024, 24, 16, 4096), text_inputs(30522), outputs, 18,
         closed(encoder_macs(1024, 24, 4096, 384, 1024 ** 2), f"{encoder_form} + D^2", seq=384), seq=384, axes=pooled,
         exporter="dynamo")
    text("roberta_base", "RoBERTa-base (with pooler)", roberta, text_inputs(50265, False), outputs, 15,
         closed(encoder_macs(768, 12, 3072, 128, 768 ** 2), f"{encoder_form} + D^2", seq=128), axes=pooled)
    text("distilbert_base", "DistilBERT-base", distilbert(False), text_inputs(30522, False), ["last_hidden_state"],
         14, closed(encoder_macs(768, 6, 3072, 128), encoder_form, seq=128), axes=[["batch", "seq"]])
    text("distilbert", "DistilBERT-base, sequence classification", distilbert(True), text_inputs(30522, False),
         ["logits"], 18, closed(encoder_macs(768, 6, 3072, 128, 768 ** 2 + 768 * 2), f"{encoder_form} + D^2 + 2 D",
                                seq=128), axes=[["batch"]], exporter="dynamo")
    text("mobilebert", "MobileBERT (uncased)", mobilebert, text_inputs(30522), outputs, 13, None, axes=pooled, gain=0.25)
    text("gpt2", "GPT-2 124M", gpt2(False), text_inputs(50257, False), ["logits"], 17,
         closed(encoder_macs(768, 12, 3072, 128, 128 * 768 * 50257), f"{encoder_form} + S D V", seq=128),
         axes=[["batch", "seq"]], duplicated=[(50257 * 768, tied)])
    add(Spec(name="gpt2_with_past", title="GPT-2 124M with key-value cache", family="text decoder",
             build=gpt2(True), inputs=decoder_inputs(50257, 12, 12, 64), outputs=["logits"] + present_outputs(12),
             opset=17, dims=DECODER_DIMS, check_dims={"batch": 3, "seq": 5, "past": 11},
             trace_dims={"seq": 6, "past": 7}, duplicated=[(50257 * 768, tied)],
             output_axes=[["batch", "seq"]] + [["batch", None, "past + seq"]] * 24,
             reference=closed(encoder_macs(768, 12, 3072, 128, 128 * 768 * 50257), f"{encoder_form} + S D V", seq=128,
                              past=0), **licence))
    llama_layer = 2 * 4096 ** 2 + 2 * 4096 * 1024 + 3 * 4096 * 14336
    add(Spec(name="llama3_8b", title="Llama 3 8B with key-value cache (fp16)", family="text decoder",
             build=llama3_8b, inputs=decoder_inputs(128256, 32, 8, 128, "float16"), fake=True, plain_inputs=3,
             outputs=["logits"] + present_outputs(32), opset=18, dims=DECODER_DIMS,
             trace_dims={"seq": 5, "past": 7},
             duplicated=[(64, "inverse frequencies of the rotary embedding, a buffer of the library")],
             reference=closed(32 * (128 * llama_layer + 2 * 128 ** 2 * 4096) + 128 * 4096 * 128256 + 64 * 128,
                              "layers x (S (2 D^2 + 2 D D_kv + 3 D F) + 2 S^2 D) + S D V + 64 S (rotary angles)",
                              seq=128, past=0), **licence))
    t5_layer = 4 * 512 ** 2 + 2 * 512 * 2048
    text("t5_small_encoder", "T5-small encoder", t5_encoder, text_inputs(32128, False), ["last_hidden_state"], 13,
         closed(6 * (128 * t5_layer + 2 * 128 ** 2 * 512), encoder_form, seq=128), axes=[["batch", "seq"]])
    add(Spec(name="t5_small_decoder", title="T5-small decoder (whole sequence, without cache)", family="text decoder",
             build=t5_decoder,
             inputs=[Input("input_ids", ["batch", "seq"], "int64", 32128),
                     Input("encoder_hidden_states", ["batch", "encoder_seq", 512]),
                     Input("encoder_attention_mask", ["batch", "encoder_seq"], "int64", 2)],
             outputs=["logits"], opset=14, dims={"batch": 1, "seq": 128, "encoder_seq": 128},
             check_dims={"batch": 3, "seq": 20, "encoder_seq": 33}, trace_dims={"seq": 18, "encoder_seq": 27},
             duplicated=[(32128 * 512, tied)],
             output_axes=[["batch", "seq"]],
             reference=closed(6 * (128 * (t5_layer + 2 * 512 ** 2) + 2 * 128 * 512 ** 2 + 4 * 128 ** 2 * 512)
                              + 128 * 512 * 32128,
                              "layers x (6 S D^2 + 2 S D F + 2 E D^2 + 2 S^2 D + 2 S E D) + S D V", seq=128,
                              encoder_seq=128), **licence))
    whisper_layer = 4 * 512 ** 2 + 2 * 512 * 2048
    add(Spec(name="whisper_base_encoder", title="Whisper-base encoder", family="speech transformer",
             build=whisper_encoder, inputs=[Input("input_features", ["batch", 80, 3000])],
             outputs=["last_hidden_state"], opset=17, dims={"batch": 1}, check_dims={"batch": 3},
             reference=closed(3000 * 80 * 3 * 512 + 1500 * 512 * 3 * 512
                              + 6 * (1500 * whisper_layer + 2 * 1500 ** 2 * 512),
                              "two convolutions + layers x (4 S D^2 + 2 S D F + 2 S^2 D), S = 1500"), **licence))
    add(Spec(name="whisper_base_decoder", title="Whisper-base decoder (whole sequence, without cache)",
             family="text decoder", build=whisper_decoder,
             inputs=[Input("input_ids", ["batch", "seq"], "int64", 51865),
                     Input("encoder_hidden_states", ["batch", 1500, 512])],
             outputs=["logits"], opset=16, dims=TEXT_DIMS, duplicated=[(51865 * 512, tied)], check_dims={"batch": 3, "seq": 20},
             trace_dims={"seq": 18}, output_axes=[["batch", "seq"]],
             reference=closed(6 * (128 * (whisper_layer + 2 * 512 ** 2) + 2 * 1500 * 512 ** 2 + 2 * 128 ** 2 * 512
                                   + 2 * 128 * 1500 * 512) + 128 * 512 * 51865,
                              "layers x (6 S D^2 + 2 S D F + 2 E D^2 + 2 S^2 D + 2 S E D) + S D V, E = 1500",
                              seq=128), **licence))
    add(Spec(name="clip_vit_b_32", title="CLIP ViT-B/32 (image and text)", family="vision and text transformer",
             build=clip,
             inputs=[Input("pixel_values", ["batch", 3, 224, 224]), Input("input_ids", ["text_batch", "seq"], "int64", 49408),
                     Input("attention_mask", ["text_batch", "seq"], "int64", 2)],
             outputs=["logits_per_image", "logits_per_text"], opset=17,
             dims={"batch": 1, "text_batch": 1, "seq": 77}, check_dims={"batch": 3, "text_batch": 2, "seq": 20},
             trace_dims={"text_batch": 3, "seq": 18},
             duplicated=[(-1, "the logit scale has one element and counts as a scalar constant")],
             output_axes=[["batch", "text_batch"], ["text_batch", "batch"]], **licence))
