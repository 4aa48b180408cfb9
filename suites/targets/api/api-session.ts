/** A session with a server-management API endpoint. */
import type { ServiceFacts } from '../../../reports/model.js';
import { type Conversation, evaluatesNothing, type Session, TargetUnavailable } from '../../executor/target.js';
import { encode } from '../../language/encoding.js';
import { NotObservable } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { partnersOf } from '../support/partners.js';
import { checkAccount } from './account.js';
import { Opening } from './opening.js';
import { type ApiOptions, refuseKeyWithoutWrites } from './options.js';
import { ApiRun } from './run.js';
import { EndpointDown } from './service.js';
import { Transport } from './transport.js';
import { type SessionState, View } from './view.js';

export interface ApiSession extends Session {
  service(): ServiceFacts;
}

/**
 * Opens a session of a run, by default one of its own; see `Opening`.
 * @throws UsageError for impossible options
 * @throws TargetUnavailable without an answer or a new key
 */
export async function startApiSession(options: ApiOptions, run = new ApiRun(options)): Promise<ApiSession> {
  const { timeoutMs = 10_000, connections = 32, rotate } = options;
  const account = run.account ?? options.account;
  checkAccount(account);
  if (rotate !== undefined && !run.allowWrites) refuseKeyWithoutWrites();
  const transport = new Transport({ origin: run.base.origin, timeoutMs, connections });
  try {
    const state = await new Opening(run, transport, account).open(account, rotate);
    return {
      evaluate: evaluatesNothing,
      converse: (conversation) => converse(conversation, state),
      service: () => run.facts(),
      stop: () => transport.close(),
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

async function converse(
  { hold, asked }: Pick<Conversation, 'hold' | 'asked'>,
  state: SessionState,
): Promise<Observation> {
  const view = new View(state);
  const { secrets } = state;
  try {
    const value = await hold(partnersOf({ api: view }));
    if (view.failure !== undefined) throw view.failure;
    return { kind: 'returned', value: secrets.inValue(encode(value)) };
  } catch (error) {
    // Another failure is that of another conversation, which created what this one shares.
    const failure = view.failure ?? error;
    if (failure instanceof TargetUnavailable) throw failure;
    if (error instanceof NotObservable)
      return { kind: 'unobservable', why: secrets.inText(`could not be observed: ${error.message}`) };
    if (!(failure instanceof EndpointDown)) throw secrets.inError(error);
    if (failure.how === 'hang') return { kind: 'hung', afterMs: failure.afterMs };
    return { kind: 'crashed', detail: failure.message };
  } finally {
    asked?.(view.asked);
  }
}
