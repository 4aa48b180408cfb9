import type { HeldKey, HoldVerdict, LimitedKey, SharedState } from '../../host/support/shared.js';
import type { CallSocket } from './call-socket.js';
import { CountsOfWorker } from './counts.js';

/** A worker's calls about the state of its master. */
export type StateCall =
  | { readonly state: 'limit'; readonly keys: readonly LimitedKey[] }
  | { readonly state: 'hold'; readonly keys: readonly HeldKey[] }
  /** Has no answer. */
  | { readonly state: 'release'; readonly number: number };

/** The master's answer to `hold`. */
type HoldAnswer =
  | { readonly kind: 'held'; readonly number: number }
  | Extract<HoldVerdict, { readonly kind: 'rejected' }>;

/** The state of the master, for a worker that counts in one slot of a file. */
export function remoteState(
  calls: CallSocket,
  counts: { readonly descriptor: number; readonly place: number },
): SharedState {
  const ask = <Answer>(call: StateCall): Answer => calls.ask(call);
  const hold = (keys: readonly HeldKey[]): HoldVerdict => {
    const answer = ask<HoldAnswer>({ state: 'hold', keys });
    if (answer.kind === 'rejected') return answer;
    const release: StateCall = { state: 'release', number: answer.number };
    return { kind: 'held', release: () => calls.send(release) };
  };
  return {
    limit: (keys) => ask({ state: 'limit', keys }),
    hold,
    connections: new CountsOfWorker(counts.descriptor, counts.place),
  };
}
