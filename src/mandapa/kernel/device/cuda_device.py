"""NVIDIA's graphics cards, by way of ``cuda-core`` (``pip install 'mandapa[gpu]'``)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.kernel.device.devices import Device, DeviceArray, Launch
from mandapa.kernel.device.program import Program
from mandapa.kernel.errors import DeviceError

ARCHITECTURE = 75
"""Compute capability of the oldest cards that can run kernels, times ten: Turing, from 2018. The driver translates the
kernels for the card that it finds."""

THREADS = 128
"""Threads per block; ``thread_cuda.ll`` allows 256."""

CUDA_MEMORY = 2
"""DLPack's number for memory of NVIDIA's cards."""


class CudaDevice(Device):
    """A graphics card; opening it makes it the current one of this thread.

    All work is queued on CUDA's default stream, which PyTorch and CuPy use, too, unless told otherwise.
    """

    def __init__(self, number: int = 0) -> None:
        """Open a graphics card by its number in CUDA.

        Raises:
            DeviceError: ``cuda-core``, the driver or the card is missing or too old; the message says which.
        """
        try:
            from cuda import bindings, core
        except ImportError as error:
            raise DeviceError(f"graphics cards need cuda-core: pip install 'mandapa[gpu]' ({error})") from error
        try:
            version = int(bindings.driver.cuDriverGetVersion()[1])
        except RuntimeError as error:
            raise DeviceError(f"graphics cards need NVIDIA's driver, which was not found ({error})") from error
        major = version // 1000
        if major < int(bindings.__version__.split(".")[0]):
            found = f"it supports CUDA {major}.{version % 1000 // 10}, and cuda-bindings is {bindings.__version__}"
            raise DeviceError(f"NVIDIA's driver is too old: {found}; update it, or install 'cuda-bindings<{major + 1}'")
        status = bindings.driver.cuInit(0)[0]
        count = 0 if status else int(bindings.driver.cuDeviceGetCount()[1])
        if number not in range(count):
            raise DeviceError(f"no graphics card {number}: found {count} ({status.name})")
        self._core, self._views = core, core.utils.StridedMemoryView
        self._device, self._stream = core.Device(number), core.LEGACY_DEFAULT_STREAM
        self._device.set_current()
        self.name = str(self._device.name)
        if int(self._device.arch) < ARCHITECTURE:
            found = f"{self.name} has compute capability {self._device.arch}"
            raise DeviceError(f"the graphics card is too old: {found}, expected at least {ARCHITECTURE}")

    def allocate(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> DeviceArray:
        """Return a new array in the memory of the card."""
        buffer = self._device.allocate(int(np.prod(shape)) * dtype.itemsize, stream=self._stream)
        return DeviceArray(int(buffer.handle), shape, dtype, self._views.from_buffer(buffer, shape, dtype=dtype))

    def copy(self, target: int, source: int, size: int) -> None:
        """Copy bytes after all queued work, and wait for the copy."""
        buffers = self._core.Buffer.from_handle(target, size), self._core.Buffer.from_handle(source, size)
        buffers[0].copy_from(buffers[1], stream=self._stream)
        self._stream.sync()

    def load(self, program: Program) -> Launch:
        """Load the kernels, which the driver translates and caches on disk (``ptxas -O3`` takes 0.5 to 4 seconds)."""
        code = self._core.ObjectCode.from_ptx(program.ptx(f"sm_{ARCHITECTURE}").encode(), name=program.game)
        kernels: dict[str, Any] = {}

        def launch(name: str, count: int, words: Sequence[int]) -> None:
            if name not in kernels:
                kernels[name] = code.get_kernel(name)
            blocks = self._core.LaunchConfig(grid=-(-count // THREADS), block=THREADS)
            self._core.launch(self._stream, blocks, kernels[name], count, *words)

        return launch

    def view(self, array: Any) -> DeviceArray:
        """Return an array of another library without a copy."""
        expected, found = (CUDA_MEMORY, self._device.device_id), tuple(map(int, array.__dlpack_device__()))
        if found != expected:
            raise ValueError(f"found an array on DLPack's device {found}, expected {expected} or a NumPy array")
        view = self._views.from_dlpack(array, stream_ptr=int(self._stream.handle))
        shape, strides = tuple(view.shape), view.strides
        if strides not in (None, tuple(int(np.prod(shape[axis + 1 :])) for axis in range(len(shape)))):
            raise ValueError(f"found an array with strides {strides}, expected a contiguous one")
        return DeviceArray(int(view.ptr), shape, view.dtype, view)
