/** Whether what was done so far reaches a goal of a tutorial step, still may, or cannot any more. */
export type Progress = "done" | "open" | "wrong";

/** "*" in a goal stands for any action. */
export function progress(goals: string[][], actions: string[]): Progress {
  const fitting = goals.filter((goal) =>
    actions.every((action, index) => index < goal.length && (goal[index] === "*" || goal[index] === action)),
  );
  if (fitting.some((goal) => goal.length === actions.length)) return "done";
  return fitting.length > 0 ? "open" : "wrong";
}
