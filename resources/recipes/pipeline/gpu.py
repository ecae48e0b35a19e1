"""What the trainings on a GPU share. Without one they run on the CPU, many times slower."""

import contextlib

import numpy as np
import torch
from torch import Tensor, nn

from resources.recipes.pipeline.segments import Numbers

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def tensor(values: Numbers) -> Tensor:
    """Numbers on the device; unsigned ones, of which PyTorch knows few, as signed ones."""
    wide = values.astype(np.int64) if values.dtype.kind == "u" else values
    return torch.from_numpy(wide).to(DEVICE)


def half() -> contextlib.AbstractContextManager:
    """Products of matrices in half precision; on a CPU too, where it is no slower."""
    return torch.autocast(DEVICE, torch.bfloat16)


def pace(step: int, steps: int, warmup: int) -> float:
    """The share of the highest rate: up over `warmup` updates, and down to a hundredth over all."""
    return min(1, (step + 1) / warmup) * max(0.01, 1 - step / steps)


def adam(*groups: tuple[list[nn.Parameter], float]) -> torch.optim.Optimizer:
    """An optimizer of parameters with the highest rate of each group."""
    settings = [{"params": params, "lr": rate, "peak": rate} for params, rate in groups]
    return torch.optim.AdamW(settings, weight_decay=0.01, betas=(0.9, 0.98))


def update(optimizer: torch.optim.Optimizer, loss: Tensor, share: float) -> None:
    """One update, with this share of the highest rate."""
    optimizer.zero_grad()
    loss.backward()
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * share
    every = [p for group in optimizer.param_groups for p in group["params"]]
    torch.nn.utils.clip_grad_norm_(every, 1.0)
    optimizer.step()
