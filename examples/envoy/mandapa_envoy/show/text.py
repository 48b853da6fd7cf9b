"""Text output of Envoy for the terminal."""

from mandapa.kernel.record import Record
from mandapa_envoy.show.view import view


def text(state: Record) -> str:
    """Return the table as text: a line for each seat, and one for the stack."""
    shown = view(state)
    rows = []
    for seat, (hand, laid) in enumerate(zip(shown["hands"], shown["laid"], strict=True)):
        rows.append(f"{'>' if seat == shown['turn'] else ' '} {seat}  {hand or 'out':8} {' '.join(laid)}")
    return "\n".join([*rows, f"  stack {shown['stack']}, drawn {shown['drawn'] or '-'}, open {shown['open'] or '-'}"])
