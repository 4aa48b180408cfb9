/**
 * Bounds the time that one worker may lose to a target that goes down: 20 s at inputs of one requirement, 120 s in total. After a third of
 * that, one input is enough for a requirement. So an operation that always hangs is found in as many requirements as possible. A hang costs
 * its deadline and a crash a fixed time, however long they took, so that two runs with one seed stop at the same cases.
 */
import type { TargetDown } from '../language/failures.js';

/** The requirement and case of a trial. */
export interface AskedTrial {
  /** Id of the case. */
  readonly scope: string;
  readonly requirement: string;
}

/** Milliseconds after which no more trials are made: for a requirement, and for a worker. */
export interface LossBounds {
  readonly requirement: number;
  readonly worker: number;
  /** The loss of a worker after which one input is enough for a requirement. */
  readonly thorough: number;
}

/** For hosts, which are restarted. Four workers run in parallel, so that a run loses a few minutes at most. */
export const HOST_BOUNDS: LossBounds = { requirement: 20_000, worker: 120_000, thorough: 40_000 };
/** For services and clients: they may be slow, and several are awaited in parallel. */
export const SERVICE_BOUNDS: LossBounds = { requirement: 120_000, worker: 600_000, thorough: 600_000 };
/**
 * For violations of a service or a client that are tried again alone. Each session has the full patience of the first one, so one hang is
 * soon enough for a requirement.
 */
export const boundsAlone = (bounds: LossBounds): LossBounds => ({ ...bounds, thorough: bounds.requirement / 2 });
/** For cases that are known to make the target crash or hang. */
export const UNBOUNDED: LossBounds = {
  requirement: Number.POSITIVE_INFINITY,
  worker: Number.POSITIVE_INFINITY,
  thorough: Number.POSITIVE_INFINITY,
};

/** In the reason of untried cases. */
export const WENT_DOWN = 'not tried: the target went down';

/** The assumed cost of a crash in milliseconds: the next start. */
const CRASH_MS = 200;

export class Losses {
  readonly #bounds: LossBounds;
  readonly #ofRequirements = new Map<string, number>();
  readonly #blamed = new Set<string>();
  readonly #lacking = new Map<string, string>();
  #lostMs = 0;
  #hung = false;

  constructor(bounds: LossBounds) {
    this.#bounds = bounds;
  }

  /** Whether the target has hung before. */
  get hung(): boolean {
    return this.#hung;
  }

  /** Whether the loss is so large that one input is enough for a requirement. */
  get scarce(): boolean {
    return this.#lostMs >= this.#bounds.thorough;
  }

  /** Adds the cost of a crash or hang; `asked` is the only trial of the session, if there was only one. */
  charge({ how, afterMs }: Pick<TargetDown, 'how' | 'afterMs'>, asked?: AskedTrial): void {
    const ms = how === 'hang' ? afterMs : CRASH_MS;
    this.#hung ||= how === 'hang';
    this.#lostMs += ms;
    if (asked === undefined) return;
    this.#ofRequirements.set(asked.requirement, this.#lostOf(asked) + ms);
  }

  /** One input that makes the target crash or hang is enough for a case. */
  blame({ scope }: AskedTrial): void {
    this.#blamed.add(scope);
  }

  /** If one input of a case needs a missing feature, its other inputs need not be tried. */
  lack({ scope }: AskedTrial, what: string): void {
    this.#lacking.set(scope, what);
  }

  /** Why another input of the case is not tried; `undefined` if it is. */
  refusal(asked: AskedTrial): string | undefined {
    const lacking = this.#lacking.get(asked.scope);
    if (lacking !== undefined) return lacking;
    return this.#blamed.has(asked.scope) ? `${WENT_DOWN} at another input of this case` : this.exhausted(asked);
  }

  /** The same if the case itself is blamed already and its input is only shrunk. */
  exhausted(asked: AskedTrial): string | undefined {
    const { requirement, worker } = this.#bounds;
    if (this.#lostOf(asked) >= (this.scarce ? 1 : requirement))
      return `${WENT_DOWN} at other inputs of this requirement`;
    if (this.#lostMs >= worker) return `${WENT_DOWN} at other cases, for ${worker / 1000} s in all`;
    return undefined;
  }

  #lostOf({ requirement }: AskedTrial): number {
    return this.#ofRequirements.get(requirement) ?? 0;
  }
}
