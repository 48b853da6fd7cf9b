import { Vector3 } from "three";
import { expect, test } from "vitest";
import { Viewer } from "../tower/camera";

/** A minimal canvas for the camera's controls. */
function canvas(): HTMLElement {
  const node = new EventTarget();
  const box = { left: 0, top: 0, width: 800, height: 600 };
  return Object.assign(node, {
    style: {},
    clientWidth: box.width,
    clientHeight: box.height,
    ownerDocument: new EventTarget(),
    getRootNode: () => new EventTarget(),
    getBoundingClientRect: () => box,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  }) as unknown as HTMLElement;
}

function viewer(node: HTMLElement): Viewer {
  const made = new Viewer(node, () => undefined);
  made.resize(800, 600, 0, 0, true);
  made.fit(0, 0, 20, 12, true);
  return made;
}

/** Return the rightmost extent of the temple in the picture, from -1 to 1. */
function reaches(one: Viewer, radius: number): number {
  one.camera.updateMatrixWorld();
  const around = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12);
  const rim = around.map((angle) => new Vector3(radius * Math.cos(angle), 0, radius * Math.sin(angle)));
  return Math.max(...rim.map((point) => point.project(one.camera).x));
}

test.each(["whole", "top", "front"] as const)(
  "from %s the small view covers no part of the temple",
  (look) => {
    const one = viewer(canvas());
    one.go(look, true);
    const free = 1 - (2 * 270) / 800;
    expect(reaches(one, 20)).toBeGreaterThan(free);
    one.resize(800, 600, 50, 270, true);
    expect(reaches(one, 20)).toBeLessThan(free);
  },
);

function happens(node: EventTarget, kind: string, what: Record<string, unknown>): void {
  node.dispatchEvent(Object.assign(new Event(kind, { cancelable: true }), what));
}

test("a wheel moves the camera even in tiny steps", () => {
  const node = canvas();
  const one = viewer(node);
  happens(node, "wheel", { clientX: 400, clientY: 300, deltaX: 0, deltaY: -4, deltaMode: 0 });
  expect(one.moved).toBe(true);
});

test("a trembling press does not move the camera, a drag does", () => {
  const node = canvas();
  const one = viewer(node);
  const press = {
    pointerId: 1,
    pointerType: "mouse",
    button: 0,
    pageX: 400,
    pageY: 300,
    clientX: 400,
    clientY: 300,
  };
  happens(node, "pointerdown", press);
  const document = node.ownerDocument;
  happens(document, "pointermove", { ...press, clientX: 402 });
  expect(one.moved).toBe(false);
  happens(document, "pointermove", { ...press, clientX: 480 });
  expect(one.moved).toBe(true);
});

test("circling the temple passes all sides and ends where it began", () => {
  const one = viewer(canvas());
  const begun = one.camera.position.clone();
  const { target } = one.controls;
  one.circle(0);
  one.circle(0.5);
  const across = target.clone().multiplyScalar(2).sub(begun);
  expect(one.camera.position.x).toBeCloseTo(across.x);
  expect(one.camera.position.z).toBeCloseTo(across.z);
  expect(one.camera.position.y).toBeCloseTo(begun.y);
  one.circle(1);
  expect(one.camera.position.distanceTo(begun)).toBeCloseTo(0);
  expect(one.moved, "by no hand").toBe(false);
});
