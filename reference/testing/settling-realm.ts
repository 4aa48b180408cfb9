import { Script } from 'node:vm';
import { runtimePort } from '../host/script/runtime-port.js';
import type { StartFetch } from '../host/support/realms/fetch-port.js';
import { HostedRealm } from '../host/support/realms/hosted.js';
import type { RealmOwner } from '../host/support/realms/owner.js';
import { stubHostGlobal, stubPort } from './stub-host.js';

/** What became of an expression: its value, or what is told of its error. */
export type Settlement = { readonly value: unknown } | { readonly rejected: string };

/** What a realm for expressions is made with. */
export interface SettlingRealmOptions {
  /** Script text before each expression: `plain(value)` and `told(error)` make what leaves the realm, and all else is for the expressions. */
  readonly helpers: string;
  readonly version?: string | undefined;
  /** What `srv.fetch` sends its requests by; without it there is no `srv`. */
  readonly fetch?: StartFetch;
  /** Built-in modules that expressions know by their names. */
  readonly modules?: readonly string[];
}

/** Expressions are asked what they settle to, and nothing else. */
const owner: RealmOwner = {
  log: () => ({ ok: true, value: undefined }),
  print: () => undefined,
  failed: () => undefined,
  left: () => undefined,
};

/** A realm of a script's own, in which expressions are evaluated. */
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

  /** What an expression settles to before the event loop goes on; `undefined` where it takes longer. */
  now(expression: string): Settlement | undefined {
    return this.#start(expression)();
  }

  /** What an expression settles to. */
  async of(expression: string): Promise<Settlement | undefined> {
    const settled = this.#start(expression);
    await new Promise<void>((resolve) => this.hosted.pending.whenThrough(resolve));
    return settled();
  }

  /** The realm serves another owner. */
  renew(): boolean {
    return this.hosted.rest() && this.hosted.renew();
  }

  #start(expression: string): () => Settlement | undefined {
    let settled: Settlement | undefined;
    const tell = (text: string) => {
      settled = JSON.parse(text);
    };
    const { realm } = this.hosted;
    this.hosted.owner = this.#owner;
    realm.enter(() => {
      const source = `(tell, ${[...this.#modules.keys()].join(', ')}) => {
        ${this.#helpers}
        (async () => (${expression}))().then(
          (value) => tell(JSON.stringify({ value: plain(value) })),
          (error) => tell(JSON.stringify({ rejected: told(error) })),
        );
      }`;
      const run: unknown = new Script(source).runInContext(realm.context);
      if (typeof run === 'function') Reflect.apply(run, undefined, [tell, ...this.#modules.values()]);
    });
    return () => settled;
  }
}
