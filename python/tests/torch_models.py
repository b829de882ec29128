"""Models of PyTorch as people write them, small: (module, loss, names of layers by layout).

Each has its batch: a function of a `torch.Generator`.
"""
import torch
import torch.nn.functional as F
from torch import nn


class Seq2Seq(nn.Module):
    """nn.Transformer between an embedding and a head."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 32)
        self.body = nn.Transformer(32, 4, 2, 2, 64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(32, 50)

    def forward(self, source, target):
        mask = nn.Transformer.generate_square_subsequent_mask(target.shape[1]).to(source.device)
        return self.head(self.body(self.embed(source), self.embed(target), tgt_mask=mask,
                                   tgt_is_causal=True))


def translation_loss(model, source, target):
    logits = model(source, target[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten())


def pairs(generator):
    return (torch.randint(0, 50, (4, 8), generator=generator),
            torch.randint(0, 50, (4, 9), generator=generator))


class Residual(nn.Module):
    def __init__(self, width_in, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(width_in, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = None
        if width_in != width or stride != 1:
            self.downsample = nn.Sequential(nn.Conv2d(width_in, width, 1, stride, bias=False),
                                            nn.BatchNorm2d(width))

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    """As torchvision's, with two blocks."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        self.layer1 = Residual(8, 8, 1)
        self.layer2 = Residual(8, 16, 2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        x = self.maxpool(F.relu(self.bn1(self.conv1(x))))
        return self.fc(torch.flatten(self.avgpool(self.layer2(self.layer1(x))), 1))


def class_loss(model, images, labels):
    return F.cross_entropy(model(images), labels)


def images_of(generator):
    return torch.randn(8, 3, 16, 16, generator=generator), torch.randint(0, 10, (8,), generator=generator)


def llama():
    """Of Hugging Face, with tied embeddings and grouped heads."""
    from transformers import LlamaConfig, LlamaForCausalLM
    return LlamaForCausalLM(LlamaConfig(
        vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=32, tie_word_embeddings=True, use_cache=False))


def language_loss(model, ids):
    return model(input_ids=ids, labels=ids).loss


def tokens(generator):
    return (torch.randint(0, 64, (4, 16), generator=generator),)


def vit():
    """Of Hugging Face."""
    from transformers import ViTConfig, ViTForImageClassification
    return ViTForImageClassification(ViTConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=16,
        patch_size=4, num_labels=10, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0))


def vision_loss(model, images, labels):
    return model(pixel_values=images, labels=labels).loss


# A column of a weight, which PyTorch keeps as (out, in), is its first dimension.
_COLUMN, _ROW = "tp", (None, "tp")
_HEADS = {"*q_proj.weight": _COLUMN, "*k_proj.weight": _COLUMN, "*v_proj.weight": _COLUMN,
          "*o_proj.weight": _ROW}
# By model: module, loss, batch, shardings of tensor parallelism, and those of two stages.
MODELS = {
    "transformer": (Seq2Seq, translation_loss, pairs,
                    {"*in_proj_weight": _COLUMN, "*out_proj.weight": _ROW, "*linear1.weight": _COLUMN,
                     "*linear2.weight": _ROW},
                    {"body.encoder.*": 0, "body.decoder.*": 1}),
    "llama": (llama, language_loss, tokens,
              {**_HEADS, "*gate_proj.weight": _COLUMN, "*up_proj.weight": _COLUMN,
               "*down_proj.weight": _ROW, "model.embed_tokens.weight": "tp"},
              {"model.layers.0.*": 0, "model.layers.1.*": 1}),
    "vit": (vit, vision_loss, images_of, {**_HEADS, "*fc1.weight": _COLUMN, "*fc2.weight": _ROW},
            {"vit.layers.0.*": 0, "vit.layers.1.*": 1}),
    "resnet": (ResNet, class_loss, images_of, {"*.weight": "tp"}, {"layer1.*": 0, "layer2.*": 1}),
}
