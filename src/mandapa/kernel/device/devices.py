"""Devices that run kernels: their memory, and how kernels are called. ``HostDevice`` is this machine, for tests."""

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.compile import numba_backend
from mandapa.kernel.device.program import Program, kernel_name
from mandapa.kernel.errors import DeviceError

Launch = Callable[[str, int, Sequence[int]], None]
"""Runs the kernel of a name for a number of games, with its parameters: 64-bit words."""

NO_ERROR = 2**64 - 1
"""Contents of the word that kernels lower to the index of a game."""


class DeviceArray:
    """An array in the memory of a device. Other libraries use it without a copy, e.g. ``torch.from_dlpack(array)``.

    The array is complete when a method of its owner returns: no synchronisation is needed to read it.

    Attributes:
        address: address of the first element.
        shape, dtype: as in NumPy, in C order.
        length: number of elements for kernels; for records, which other libraries see as rows of bytes, their number.
    """

    def __init__(self, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], exporter: Any) -> None:
        """Describe an array; ``exporter`` owns its memory and implements DLPack."""
        self.address, self.shape, self.dtype = address, shape, dtype
        self.length = int(np.prod(shape))
        self._exporter = exporter

    def __dlpack__(self, **options: Any) -> Any:
        return self._exporter.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = self._exporter.__dlpack_device__()
        return int(kind), int(number)

    def __repr__(self) -> str:
        return f"<DeviceArray {self.dtype} {self.shape}>"


class Device(ABC):
    """A processor or a graphics card, and its memory."""

    @abstractmethod
    def allocate(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> DeviceArray:
        """Return a new array, whose contents are undefined."""

    @abstractmethod
    def copy(self, target: int, source: int, size: int) -> None:
        """Copy bytes between addresses of the device and of the host, and wait until they are there."""

    @abstractmethod
    def load(self, program: Program) -> Launch:
        """Load kernels, and return the function that calls them."""

    @abstractmethod
    def view(self, array: Any) -> DeviceArray:
        """Return an array of another library without a copy, after the operations that write it.

        Raises:
            ValueError: the array is in other memory, or not contiguous.
        """

    def upload(self, values: NDArray[Any], shape: tuple[int, ...] | None = None) -> DeviceArray:
        """Return a copy of a host array on the device, with another shape if given; records become rows of bytes."""
        length = values.size
        if values.dtype.names:
            values, shape = values.view(np.uint8), (length, -1)
        values = values if shape is None else values.reshape(shape)
        array = self.allocate(values.shape, values.dtype)
        array.length = length
        self.write(array, values)
        return array

    def write(self, array: DeviceArray, values: NDArray[Any]) -> None:
        """Copy a host array of the same size and type to the device."""
        contiguous = np.ascontiguousarray(values, array.dtype)
        assert contiguous.size == int(np.prod(array.shape))
        self.copy(array.address, contiguous.ctypes.data, contiguous.nbytes)

    def read(self, array: DeviceArray) -> NDArray[Any]:
        """Return a copy of an array on the host."""
        values = np.empty(array.shape, array.dtype)
        self.copy(values.ctypes.data, array.address, values.nbytes)
        return values


class HostDevice(Device):
    """This machine in place of a graphics card: the same kernels, run by one thread."""

    def allocate(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> DeviceArray:
        """Return a new array."""
        return self.view(np.empty(shape, dtype))

    def copy(self, target: int, source: int, size: int) -> None:
        """Copy bytes."""
        ctypes.memmove(target, source, size)

    def load(self, program: Program) -> Launch:
        """Link the kernels into this process."""
        engine = numba_backend.link_object(program.machine_code())

        def launch(name: str, count: int, words: Sequence[int]) -> None:
            kernel = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * (len(words) + 1))
            kernel(engine.get_function_address(name))(count, *words)

        return launch

    def view(self, array: Any) -> DeviceArray:
        """Return a contiguous array of host memory as an array of this device."""
        values = np.from_dlpack(array)
        if not values.flags.c_contiguous:
            raise ValueError(f"found an array with strides {values.strides}, expected a contiguous one")
        return DeviceArray(values.ctypes.data, values.shape, values.dtype, values)


class Kernels:
    """The kernels of a program, loaded on a device.

    Raises:
        RuleError: the rules call functions that graphics cards don't have.
    """

    def __init__(self, device: Device, program: Program) -> None:
        self._device, self._game = device, program.game
        self._launch = device.load(program)
        self._no_error = np.full(1, NO_ERROR, np.uint64)
        self._error = device.upload(self._no_error)

    def first_error(self, function: Callable[..., Any], count: int, *arguments: Any) -> int | None:
        """Run the kernel of an entry point for ``count`` games, and wait for it.

        The arguments are numbers, arrays, or tuples of them: those of the entry point without ``PER_THREAD``. Return
        the index of the first game in which the entry point raised an error, or None.
        """
        self._launch(kernel_name(function), count, [self._error.address, *_words(arguments)])
        found = int(self._device.read(self._error)[0])
        if found == NO_ERROR:
            return None
        self._device.write(self._error, self._no_error)
        return found

    def run(self, function: Callable[..., Any], count: int, *arguments: Any) -> None:
        """Run a kernel like ``first_error``, and raise ``DeviceError`` if there was an error."""
        found = self.first_error(function, count, *arguments)
        if found is not None:
            raise DeviceError(f"{self._game}: {function.__name__} raised an error in game {found}")


def _words(argument: Any) -> Iterator[int]:
    """Yield an argument as the 64-bit parameters of a kernel."""
    if isinstance(argument, tuple):
        for part in argument:
            yield from _words(part)
    elif isinstance(argument, DeviceArray):
        yield from (argument.address, argument.length)
    else:
        yield int(argument)
