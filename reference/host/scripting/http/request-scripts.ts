import type { HttpRequest, VariableScripts } from '../../http/request.js';
import type { ByteString } from '../../support/byte-string.js';
import type { Eventual } from '../../support/eventual.js';
import { bodyFilter, contentHandler, headerFilter, httpAccessHandler } from '../../support/scripting/http-settings.js';
import type { RealmPools } from '../../support/scripting/realm-pools.js';
import { DerivedSetting } from '../../support/settings/setting.js';
import { SubjectScripts } from '../subject-scripts.js';
import { HandlerState } from './handler-state.js';
import { RequestPort } from './request-port.js';

/** The scripts of one request, and their decisions. */
export class RequestScript implements VariableScripts {
  readonly scripts: SubjectScripts;
  readonly state = new HandlerState();
  #redirects: number;

  constructor(pools: RealmPools, request: HttpRequest) {
    const port = new RequestPort(request, this.state, (start) => this.scripts.later(start));
    this.scripts = new SubjectScripts(pools, request, { kind: 'http', port });
    this.#redirects = request.route.redirects;
  }

  /** 2/http-request-object-methods/r-internal-redirect: a redirect stops the scripts and starts new ones. */
  follow(redirects: number): void {
    if (redirects === this.#redirects) return;
    this.#redirects = redirects;
    this.scripts.stop();
  }

  callVariable(handler: string): ByteString | undefined {
    return this.state.during('variable', () => this.scripts.callVariable(handler));
  }
}

/** The scripts of the requests in progress. */
export class RequestScripts {
  readonly #pools: RealmPools;

  constructor(pools: RealmPools) {
    this.#pools = pools;
  }

  of(request: HttpRequest): RequestScript {
    return known(request) ?? this.#make(request);
  }

  /** Realms are expensive: requests whose block calls no handler get none. */
  prepare(request: HttpRequest): Eventual<void> {
    known(request)?.follow(request.route.redirects);
    if (callsHttpHandlers.of(request.block)) return this.of(request).scripts.prepare(request.block);
  }

  #make(request: HttpRequest): RequestScript {
    const made = new RequestScript(this.#pools, request);
    request.scripts = made;
    request.cleanups.push(() => made.scripts.close());
    return made;
  }
}

/** Kept by the request itself: a WeakMap would keep the scripts of a finished request until the next full garbage collection. */
function known({ scripts }: HttpRequest): RequestScript | undefined {
  return scripts instanceof RequestScript ? scripts : undefined;
}

/** Whether requests in a block may call handlers. This includes the block's conditions, because a request may enter one of them. */
export const callsHttpHandlers = new DerivedSetting((block) => {
  const handlers = [httpAccessHandler, contentHandler, headerFilter, bodyFilter];
  const blocks = [block, ...block.inner('location if')];
  return block.scope?.callsHandlers === true || handlers.some((one) => blocks.some((of) => one.of(of) !== undefined));
});
