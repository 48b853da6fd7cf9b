/** Before every test: a device about which every question is answered with no, so that preferences can be read. */
globalThis.matchMedia ??= () =>
  ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
