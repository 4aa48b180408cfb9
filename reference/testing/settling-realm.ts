import { Script } from 'node:vm';
import { runtimePort } from '../host/script/runtime-port.js';
import type { StartFetch } from '../host/support/realms/fetch-port.js';
import { HostedRealm } from '../host/support/realms/hosted.js';
import type { RealmOwner } from '../host/support/realms/owner.js';
import { stubHostGlobal, stubPort } from './stub-host.js';

/** The result of an expression: its value, or a description of its error. */
export type Settlement = { readonly value: unknown } | { readonly rejected: string };

/** Options of a realm for expressions. */
export interface SettlingRealmOptions {
  /** Script text before each expression: `plain(value)` and `described(error)` convert what leaves the realm; expressions use all of it. */
  readonly helpers: string;
  readonly version?: string | undefined;
  /** How `srv.fetch` sends its requests; without it there is no `srv`. */
  readonly fetch?: StartFetch;
  /** Built-in modules that expressions use by their names. */
  readonly modules?: readonly string[];
}

/** An owner that ignores everything: only settled values matter. */
const owner: RealmOwner = {
  log: () => ({ ok: true, value: undefined }),
  print: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};

/** A realm in which expressions are evaluated. */
export class SettlingRealm {
  readonly hosted: HostedRealm;
  readonly #owner: RealmOwner;
  readonly #helpers: string;
  readonly #modules: ReadonlyMap<string, object | undefined>;

  constructor({ helpers, version, fetch, modules = [] }: SettlingRealmOptions) {
    const runtime = version === undefined ? {} : { runtime: runtimePort(version) };
    const host = fetch === undefined ? {} : { host: stubHostGlobal };
    this.#owner = fetch === undefined ? owner : { ...owner, fetch };
    this.hosted = new HostedRealm({ ...stubPort(), ...runtime, ...host });
    this.#helpers = helpers;
    this.#modules = new Map(modules.map((name) => [name, this.hosted.realm.runtime.builtIn(name)]));
  }

  /** The value or error that an expression settles to before the event loop continues; `undefined` if it takes longer. */
  now(expression: string): Settlement | undefined {
    return this.#start(expression)();
  }

  /** The value or error that an expression settles to. */
  async of(expression: string): Promise<Settlement | undefined> {
    const settled = this.#start(expression);
    await new Promise<void>((resolve) => this.hosted.pending.whenIdle(resolve));
    return settled();
  }

  /** Prepares the realm for another owner. */
  renew(): boolean {
    return this.hosted.rest() && this.hosted.renew();
  }

  #start(expression: string): () => Settlement | undefined {
    let settled: Settlement | undefined;
    const report = (text: string) => {
      settled = JSON.parse(text);
    };
    const { realm } = this.hosted;
    this.hosted.owner = this.#owner;
    realm.enter(() => {
      const source = `(report, ${[...this.#modules.keys()].join(', ')}) => {
        ${this.#helpers}
        (async () => (${expression}))().then(
          (value) => report(JSON.stringify({ value: plain(value) })),
          (error) => report(JSON.stringify({ rejected: described(error) })),
        );
      }`;
      const run: unknown = new Script(source).runInContext(realm.context);
      if (typeof run === 'function') Reflect.apply(run, undefined, [report, ...this.#modules.values()]);
    });
    return () => settled;
  }
}
