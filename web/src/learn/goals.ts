/** Evaluation of tutorial goals: whether the actions so far reach a goal, still can, or no longer can. */
type Progress = "done" | "open" | "wrong";

/** Return the progress of these actions; "*" in a goal stands for any action. */
export function progress(goals: string[][], actions: string[]): Progress {
  const fitting = goals.filter((goal) =>
    actions.every((action, index) => index < goal.length && (goal[index] === "*" || goal[index] === action)),
  );
  if (fitting.some((goal) => goal.length === actions.length)) return "done";
  return fitting.length > 0 ? "open" : "wrong";
}

/** Return the scripted outcome of a chance event: the next action of the first goal that still matches, or null. */
export function scriptedOutcome(goals: string[][], actions: string[]): string | null {
  const fitting = goals.find((goal) => goal.length > actions.length && progress([goal], actions) === "open");
  const next = fitting?.[actions.length];
  return next === undefined || next === "*" ? null : next;
}

/** Progress of a task: its step, the number of steps, and its part of that step. */
interface Place {
  step: number;
  steps: number;
  part: number;
  parts: number;
}

export function placeOf(tasks: { step?: number }[], index: number): Place {
  const keys = tasks.map((task, at) => task.step ?? `task ${at}`);
  const distinct = [...new Set(keys)];
  const mine = keys.flatMap((key, at) => (key === keys[index] ? [at] : []));
  return {
    step: distinct.indexOf(keys[index] as (typeof keys)[number]) + 1,
    steps: distinct.length,
    part: mine.indexOf(index) + 1,
    parts: mine.length,
  };
}
