/** Drag and drop for any pointer, as a shortcut for two clicks. */

export interface Dragged {
  tile: string;
  x: number;
  y: number;
}

interface DragHandlers {
  /** Called on the first movement beyond the threshold. */
  move(x: number, y: number): void;
  drop(x: number, y: number): void;
  cancel(): void;
}

/** Distance in pixels that turns a press into a drag. */
const THRESHOLD = 7;

/** Track a pressed pointer until it is released. */
export function startDrag(event: PointerEvent, handlers: DragHandlers): void {
  if (event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  const listening = new AbortController();
  const { signal } = listening;
  let moving = false;
  (event.target as Element).releasePointerCapture?.(pointerId);

  function onMove(now: PointerEvent): void {
    if (now.pointerId !== pointerId) return;
    moving ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) > THRESHOLD;
    if (moving) handlers.move(now.clientX, now.clientY);
  }
  function onUp(now: PointerEvent): void {
    if (now.pointerId !== pointerId) return;
    listening.abort();
    if (moving) handlers.drop(now.clientX, now.clientY);
  }
  function onCancel(): void {
    listening.abort();
    if (moving) handlers.cancel();
  }
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", onUp, { signal });
  window.addEventListener("pointercancel", onCancel, { signal });
  window.addEventListener("keydown", (key) => key.key === "Escape" && onCancel(), { signal });
}

/** Return the platform cell at a point of the page, read from its data attribute. */
export function cellAt(x: number, y: number): [number, number] | null {
  const hit = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]");
  const [cx, cy] = (hit?.dataset.cell ?? "").split(",").map(Number);
  return cx === undefined || cy === undefined ? null : [cx, cy];
}
