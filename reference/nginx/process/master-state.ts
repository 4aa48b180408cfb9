import type { HoldVerdict } from '../../host/support/shared.js';
import { HeldZones } from '../zones/held.js';
import { LimitZones } from '../zones/limits.js';
import { CountsOfWorkers } from './counts.js';
import type { StateCall } from './remote-state.js';

/** The state that the master keeps for its workers besides dictionaries. */
export class MasterState {
  readonly counts: CountsOfWorkers;
  readonly #limits = new LimitZones();
  readonly #held = new HeldZones();

  /** `counts` is the file of counts. */
  constructor(counts: number) {
    this.counts = new CountsOfWorkers(counts);
  }

  /** Answers the calls of one worker; its held requests end with it. */
  worker(): { answer(call: StateCall): unknown; close(): void } {
    const held = new Map<number, () => void>();
    let last = 0;
    const answer = (call: StateCall): unknown => {
      switch (call.state) {
        case 'limit':
          return this.#limits.limit(call.keys);
        case 'hold':
          return kept(this.#held.hold(call.keys));
        case 'release':
          held.get(call.number)?.();
          held.delete(call.number);
          return undefined;
        default:
          return call satisfies never;
      }
    };
    const kept = (verdict: HoldVerdict) => {
      if (verdict.kind === 'rejected') return verdict;
      held.set(++last, verdict.release);
      return { kind: 'held', number: last };
    };
    const close = () => {
      for (const release of held.values()) release();
    };
    return { answer, close };
  }
}
