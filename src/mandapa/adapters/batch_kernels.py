"""Kernels for graphics cards of what a batch computes. Nothing loads them onto a card yet."""

from mandapa.adapters import batch_steps
from mandapa.adapters.observation_formats import compact_parts
from mandapa.kernel.device.program import Program, translate
from mandapa.library import Game


def translate_batch(game: Game, *, policy: bool = True) -> Program:
    """Translate a step of a batch and, if the game has them, compact observations to kernels.

    Args:
        game: the game; the kernels are the same for all its options and numbers of players.
        policy: whether opponents may use the built-in policy. Without it, opponents act at random, and
            ``Settings.opponents`` is not a parameter of the kernels.

    Raises:
        RuleError: a rule function cannot be compiled.
    """
    observing = [batch_steps.observe_compactly] if compact_parts(game) else []
    fixed = {} if policy else {"opponents": batch_steps.RANDOM}
    program: Program = translate(game.engine, [batch_steps.step_batch, *observing], **fixed)
    return program
