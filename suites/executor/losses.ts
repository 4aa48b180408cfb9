/**
 * What one worker may lose to a target that goes down: 20 s at inputs of one requirement, 120 s in all. Once a third of that is
 * lost, one input is enough for a requirement, so that an operation that hangs on every call is found in as many requirements as can be.
 * A hang costs its deadline and a crash a fixed time, whatever they took, so that two runs with one seed give up at the same cases.
 */
import type { TargetDown } from '../language/failures.js';

/** Whose trial is asked. */
export interface AskedTrial {
  /** Id of the case. */
  readonly scope: string;
  readonly requirement: string;
}

/** Milliseconds after which nothing more is tried: of a requirement, and by a worker. */
export interface LossBounds {
  readonly requirement: number;
  readonly worker: number;
  /** What a worker may lose before one input is enough for a requirement. */
  readonly thorough: number;
}

/** For hosts, which are restarted: four workers go side by side, so that a run loses a few minutes at the most. */
export const HOST_BOUNDS: LossBounds = { requirement: 20_000, worker: 120_000, thorough: 40_000 };
/** For services and clients: they may take long, and several are waited for at one time. */
export const SERVICE_BOUNDS: LossBounds = { requirement: 120_000, worker: 600_000, thorough: 600_000 };
/**
 * For what violates on a service or a client and is tried again alone, where each session is as patient as the first one was: soon one
 * hang is enough for a requirement.
 */
export const boundsAlone = (bounds: LossBounds): LossBounds => ({ ...bounds, thorough: bounds.requirement / 2 });
/** For cases that are known to take the target down. */
export const UNBOUNDED: LossBounds = {
  requirement: Number.POSITIVE_INFINITY,
  worker: Number.POSITIVE_INFINITY,
  thorough: Number.POSITIVE_INFINITY,
};

/** In the reason of what was not tried any more. */
export const WENT_DOWN = 'not tried: the target went down';

/** Milliseconds that a crash is taken to cost: the next start. */
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

  /** Whether so much is lost that one input is enough for a requirement. */
  get scarce(): boolean {
    return this.#lostMs >= this.#bounds.thorough;
  }

  /** Notes what it cost that the target went down; `asked` where it was asked nothing else. */
  charge({ how, afterMs }: Pick<TargetDown, 'how' | 'afterMs'>, asked?: AskedTrial): void {
    const ms = how === 'hang' ? afterMs : CRASH_MS;
    this.#hung ||= how === 'hang';
    this.#lostMs += ms;
    if (asked === undefined) return;
    this.#ofRequirements.set(asked.requirement, this.#lostOf(asked) + ms);
  }

  /** One input that takes the target down is enough for a case. */
  blame({ scope }: AskedTrial): void {
    this.#blamed.add(scope);
  }

  /** What an input of a case asks for and the target does not have, its other inputs need not ask for. */
  lack({ scope }: AskedTrial, what: string): void {
    this.#lacking.set(scope, what);
  }

  /** Why another input of the case is not tried; `undefined` when it is. */
  refusal(asked: AskedTrial): string | undefined {
    const lacking = this.#lacking.get(asked.scope);
    if (lacking !== undefined) return lacking;
    return this.#blamed.has(asked.scope) ? `${WENT_DOWN} at another input of this case` : this.exhausted(asked);
  }

  /** The same, when the case itself is blamed already and its input is only made smaller. */
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
