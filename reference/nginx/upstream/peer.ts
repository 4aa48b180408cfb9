import type { Address } from '../core/listen.js';
import { addressText } from './address.js';
import type { UpstreamServer } from './directives.js';

/** The options of a server, besides its address. */
export type PeerOptions = Pick<UpstreamServer, 'name' | 'weight' | 'maxConns' | 'maxFails' | 'failTimeout' | 'down'>;

const alone: Omit<PeerOptions, 'name'> = { weight: 1, maxConns: 0, maxFails: 1, failTimeout: 10_000, down: false };

/** One address of an upstream, with the outcomes so far. */
export class UpstreamPeer {
  readonly address: Address;
  readonly options: PeerOptions;
  /** Its name in logs and variables. */
  readonly name: string;
  currentWeight = 0;
  effectiveWeight: number;
  connections = 0;
  #fails = 0;
  /** Times of the last failure and of the last check of the server. */
  #failed = 0;
  #checked = 0;

  constructor(address: Address, options?: PeerOptions) {
    this.address = address;
    this.name = addressText(address);
    this.options = options ?? { ...alone, name: this.name };
    this.effectiveWeight = this.options.weight;
  }

  /** Whether a request may use it now. */
  isAvailable(now: number): boolean {
    const { down, maxFails, failTimeout } = this.options;
    if (down || this.isFull) return false;
    return !(maxFails > 0 && this.#fails >= maxFails && now - this.#checked <= failTimeout);
  }

  get isFull(): boolean {
    const { maxConns } = this.options;
    return maxConns > 0 && this.connections >= maxConns;
  }

  /** A request starts to use it. */
  take(now: number): void {
    this.connections += 1;
    if (now - this.#checked > this.options.failTimeout) this.#checked = now;
  }

  /** A request has finished using it. Returns whether the server rests from now on. */
  leave(failed: boolean, now: number): boolean {
    this.connections -= 1;
    if (!failed) {
      if (this.#failed < this.#checked) this.#fails = 0;
      return false;
    }
    const { weight, maxFails } = this.options;
    this.#fails += 1;
    this.#failed = now;
    this.#checked = now;
    if (maxFails > 0) this.effectiveWeight = Math.max(0, this.effectiveWeight - Math.floor(weight / maxFails));
    return maxFails > 0 && this.#fails >= maxFails;
  }

  /** For an only server, failures are ignored. */
  leaveOnly(): void {
    this.connections -= 1;
    this.#fails = 0;
  }
}
