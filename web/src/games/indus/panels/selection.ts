/** The selected place: a field, a start space or a ruin. */
export type Subject = { kind: "field" | "space" | "ruin"; name: string };

/** Parse a selection: "42", "N2", "B1" (no ruin begins with the letter of a side). */
export function subjectOf(name: string | null): Subject | null {
  if (name === null) return null;
  if (/^[1-6][1-6]$/.test(name)) return { kind: "field", name };
  return { kind: /^[NESW]/.test(name) ? "space" : "ruin", name };
}
