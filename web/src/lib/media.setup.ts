/** Test setup: stub a device that matches no media query, so that preferences can be read. */
globalThis.matchMedia ??= () =>
  ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
