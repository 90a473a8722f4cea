"""The sample models: which library definition each one is, and how it is exported.

No weights are downloaded: every configuration is written out or is the library's own default.
"""

from contrib_zoo import register_contrib
from dense_zoo import register_dense
from diffusers_zoo import register_diffusers
from timm_zoo import register_timm
from torchvision_zoo import register_torchvision
from transformers_zoo import register_transformers
from yolo_zoo import register_yolo


def register_all():
    """The specification of every sample by its name, in the order of the page's cards."""
    specs = {}

    def add(spec):
        specs[spec.name] = spec

    register_torchvision(add)
    register_timm(add)
    register_transformers(add)
    register_yolo(add)
    register_dense(add)
    register_contrib(add)
    register_diffusers(add)
    return specs
