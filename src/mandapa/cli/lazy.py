"""Command groups that import the module of a command only when the command runs, not to list it."""

import ast
import gc
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup


class LazyGroup(TyperGroup):
    """A group of commands that are imported on demand.

    Attributes:
        modules: name of the module of each command or subgroup. The module contains its Typer ``app``, and a function
            with its name, in which underscores replace hyphens. The docstring of this function is the help text.
    """

    modules: ClassVar[Mapping[str, str]]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name in self.modules:
            self.add_command(TyperCommand(name))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order of ``modules``."""
        for name, module in self.modules.items():
            self.commands[name].help = help_of(module, name)
        return super().list_commands(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments ``args`` name, and import it."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if name is None else self.load(name), rest

    def load(self, name: str) -> Any:
        """Import a command and return it with its options."""
        gc.disable()  # what imports create stays: looking for garbage in it takes a sixth of the time
        try:
            module = import_module(self.modules[name])
        finally:
            gc.enable()
        group = typer.main.get_group(module.app)
        return group.commands.get(name, group)


def help_of(module: str, command: str) -> str | None:
    """Return the help text of a command, read from the source of its module without importing it."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    name = command.replace("-", "_")
    return next(ast.get_docstring(one) for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name)
