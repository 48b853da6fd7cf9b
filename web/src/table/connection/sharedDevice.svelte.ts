/** Several people at one device: the current viewer, and when to pass on the device. */

import type { TableState } from "./state.svelte";

export class SharedDevice {
  /** True if people sharing this device have secrets from each other and look one at a time. */
  hasSecrets = $state(false);
  /** Seat of the current viewer if people with secrets share this device, otherwise null. */
  viewer = $state<number | null>(null);
  /** True if another person at this device is to act: the device must be passed on before they choose. */
  mustHandOver = $derived.by(
    () => this.hasSecrets && this.table.myMove && this.table.prompt?.turn !== this.viewer,
  );
  /** True until the next player confirms holding the device: the board is covered. */
  covered = $derived.by(() => this.mustHandOver && this.viewer === null);
  /** Seat that holds the device: the last one that acted here, initially the seat that opened the table. */
  private holder = $derived.by(() => this.table.lastOwnAction()?.seat ?? this.table.mine[0]);
  /** True if another person at this device is to act. */
  handOver = $derived.by(
    () =>
      this.table.mine.length > 1 &&
      this.table.myMove &&
      (this.hasSecrets ? this.mustHandOver : this.table.prompt?.turn !== this.holder),
  );

  constructor(private readonly table: TableState) {}
}
