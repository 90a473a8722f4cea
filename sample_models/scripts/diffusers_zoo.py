"""Models from the diffusers library; configurations are written out."""

import torch

from spec import Input, Spec


class Unet(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, sample, timestep, encoder_hidden_states):
        return self.network(sample, timestep, encoder_hidden_states, return_dict=False)[0]


def stable_diffusion_unet():
    from diffusers import UNet2DConditionModel
    across = ("CrossAttnDownBlock2D",) * 3 + ("DownBlock2D",)
    network = UNet2DConditionModel(
        sample_size=64, in_channels=4, out_channels=4, center_input_sample=False, flip_sin_to_cos=True, freq_shift=0,
        down_block_types=across, up_block_types=("UpBlock2D",) + ("CrossAttnUpBlock2D",) * 3,
        block_out_channels=(320, 640, 1280, 1280), layers_per_block=2, downsample_padding=1, mid_block_scale_factor=1,
        act_fn="silu", norm_num_groups=32, norm_eps=1e-5, cross_attention_dim=768, attention_head_dim=8)
    return Unet(network.half())


def register_diffusers(add):
    add(Spec(name="sd15_unet", title="Stable Diffusion 1.5 U-Net (fp16)", family="diffusion", source="diffusers",
             licence="Apache-2.0", build=stable_diffusion_unet,
             inputs=[Input("sample", ["batch", 4, 64, 64], "float16"), Input("timestep", ["batch"], "int64", 1000),
                     Input("encoder_hidden_states", ["batch", 77, 768], "float16")],
             outputs=["out_sample"], opset=18, fake=True, plain_inputs=3, dims={"batch": 1},
             parameters_reference={"value": "859.52", "unit": "M", "source": "Stable Diffusion 1.5: 859.52 M in the U-Net"},
             note="latent of 64x64 (512x512 pixels), text of 77 tokens; one denoising step"))
