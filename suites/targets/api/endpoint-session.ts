/** A session with a server-management API endpoint: opened once a run. */

import type { ServiceFacts } from '../../../reports/model.js';
import { UsageError } from '../../../spec/reading/user-error.js';
import { type Conversation, evaluatesNothing, type Session, TargetUnavailable } from '../../executor/target.js';
import { encode } from '../../language/encoding.js';
import type { Account } from '../../language/endpoint.js';
import { NotObservable, TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { partnersOf } from '../support/partners.js';
import { checkAccount } from './account.js';
import { readBaseUrl } from './base-url.js';
import { DEFAULTS, type EndpointOptions, type Rotation } from './endpoint-options.js';
import { Leftovers } from './leftovers.js';
import { readMap } from './options.js';
import { Pauses } from './pauses.js';
import { AnswerPlaces } from './places.js';
import { RunMemory } from './run-memory.js';
import { Secrets } from './secrets.js';
import { EndpointDown, Service } from './service.js';
import { Transport } from './transport.js';
import { type RunState, sendingOf, View } from './view.js';

export interface EndpointSession extends Session {
  /** As it is once the session is open, whether the service takes its key or not. */
  readonly account: Account;
  service(): ServiceFacts;
}

/**
 * Opens the session: the account's list of servers must be answered, whatever the answer is and however it ends. With `rotate`, the answer must
 * say that the key works; it is then replaced, and the connection of that answer is held, so that a law can use the old
 * key where it was good before (`connection: 'before-new-key'`).
 * @throws UsageError for options that cannot be
 * @throws TargetUnavailable when there is no answer, or no new key
 */
export async function startEndpointSession(options: EndpointOptions): Promise<EndpointSession> {
  const { timeoutMs = DEFAULTS.timeoutMs, connections = DEFAULTS.connections, rotations = 2 } = options;
  const { memory = new RunMemory(options.settleMs ?? DEFAULTS.settleMs) } = options;
  const rotate = rotations === 0 ? undefined : options.rotate;
  checkAccount(options.account);
  refuseKeyWithoutWrites(options);
  const { origin, path } = readBaseUrl(options.url, options.allowInsecure ?? false);
  const places = new AnswerPlaces(readMap(options.map ?? []));
  const transport = new Transport({ origin, timeoutMs, connections });
  try {
    const signBy = (one: Account) => sendingOf({ method: 'GET', path: '/servers' }, one, path);
    const service = new Service({ transport, origin, sign: signBy(options.account) });
    const statusOf = (one: Account, held = false) => firstStatus(service, signBy(one), held, origin, memory);
    const earlier = rotate === undefined ? options.account : await working(options.account, statusOf);
    const atFirst = await statusOf(earlier, rotate !== undefined);
    const leftovers = new Leftovers(memory.names);
    const stateFor = (account: Account, secrets: Secrets, rotation: Rotation): RunState =>
      stateOf(options, { ...memory, service, basePath: path, places, leftovers, account, secrets, rotation });
    if (rotate !== undefined) await leaveRecords(stateFor(earlier, new Secrets(earlier, memory.names.prefix), {}));
    // Services are known that have no list where nothing is.
    const status = isSuccess(atFirst) ? atFirst : await statusOf(earlier, rotate !== undefined);
    if (rotate !== undefined) refuseUnaccepted(origin, status);
    const { newest, rotation } =
      rotate === undefined ? { newest: earlier, rotation: {} } : await replaced(earlier, rotate, rotations, statusOf);
    const account = await working(newest, statusOf);
    const keys = memory.created.servers.map(({ json }) => places.find('serverApiKey', json));
    const secrets = secretsOf(newest, earlier, keys, memory.names.prefix);
    return new ServiceSession(transport, newest, stateFor(account, secrets, rotation));
  } catch (error) {
    await transport.close();
    throw error;
  }
}

function refuseKeyWithoutWrites({ rotate, allowWrites = false }: EndpointOptions): void {
  if (rotate !== undefined && !allowWrites)
    throw new UsageError('--new-key changes the account: it needs --allow-writes');
}

function refuseUnaccepted(origin: string, status: number): void {
  if (!isSuccess(status))
    throw new TargetUnavailable(`${origin} does not accept the API key that --new-key is to replace: status ${status}`);
}

/** Keys of the account and of servers. A key that does not work is a secret all the same. */
function secretsOf(
  account: Account,
  revoked: Account,
  serverKeys: readonly Parameters<Secrets['addServerKey']>[0][],
  prefix: string,
): Secrets {
  const secrets = new Secrets(account, prefix);
  secrets.addRevokedKey(revoked);
  for (const key of serverKeys) secrets.addServerKey(key);
  return secrets;
}

async function firstStatus(
  service: Service,
  sign: Parameters<Service['exchange']>[0],
  held: boolean,
  origin: string,
  { first }: RunMemory,
): Promise<number> {
  try {
    const answered = await service.exchange({ ...sign, held });
    // A key that is to be replaced is the account's: what is not found with it is the list.
    if (isSuccess(answered.status) || (held && answered.status === 404)) first.servers ??= answered;
    return answered.status;
  } catch (error) {
    if (error instanceof EndpointDown && error.status !== undefined) return error.status;
    if (error instanceof TargetDown)
      throw new TargetUnavailable(`${origin} did not respond: GET ${sign.path}: ${error.message}`);
    throw error;
  }
}

/** A server and an app from before the key is replaced, which goes on to be the account's. What a service makes of them is judged elsewhere. */
async function leaveRecords(state: RunState): Promise<void> {
  const { first, service, account, basePath } = state;
  const view = new View(state);
  const asking = (path: string) => service.exchange(sendingOf({ method: 'GET', path }, account, basePath));
  const { name, ...app } = view.app('before-new-key');
  const payloads = { '/servers': { name: view.named('before-new-key') }, '/apps': { name, ...app } };
  for (const [path, json] of Object.entries(payloads)) {
    try {
      if (path === '/apps') first.apps ??= await asking(path);
      await view.ask({ method: 'POST', path, json });
    } catch (error) {
      if (!(error instanceof EndpointDown) && !(error instanceof NotObservable)) throw error;
    }
  }
}

/**
 * The account after its key was replaced once, and where the newer key works, another time: so there is a key of two generations ago.
 * The newer key is first used on the held connection.
 */
async function replaced(
  earlier: Account,
  rotate: () => Promise<string>,
  rotations: number,
  statusOf: (account: Account, held?: boolean) => Promise<number>,
): Promise<{ readonly newest: Account; readonly rotation: Rotation }> {
  const seen = (account: Account) => statusOf(account).catch(() => undefined);
  const newer = await rotated(earlier, rotate);
  const unused = await seen(earlier);
  if (rotations < 2 || !isSuccess(await statusOf(newer, true))) return { newest: newer, rotation: { unused } };
  const apiKey = await rotate();
  // A command may have one key to give.
  if (apiKey === newer.apiKey) return { newest: newer, rotation: { unused } };
  const newest = { ...newer, apiKey, revokedApiKey: newer.apiKey };
  checkAccount(newest);
  await seen(newest);
  return { newest, rotation: { unused, older: await seen(earlier) } };
}

/** The account after its key was replaced, see 1/authentication/rule-3. */
async function rotated({ clientId, apiKey }: Account, rotate: () => Promise<string>): Promise<Account> {
  const account = { clientId, apiKey: await rotate(), revokedApiKey: apiKey };
  if (account.apiKey === apiKey) throw new TargetUnavailable('--new-key gave the API key that there was before');
  checkAccount(account);
  return account;
}

/**
 * The account with the key that it is served with. Where a new key is ignored, the replaced one still works: that is judged by
 * api-keys.replaced, and whatever else is asked is asked with that key.
 */
async function working(account: Account, status: (account: Account) => Promise<number>): Promise<Account> {
  const { revokedApiKey } = account;
  if (revokedApiKey === undefined || isSuccess(await status(account))) return account;
  const earlier = { ...account, apiKey: revokedApiKey };
  return isSuccess(await status(earlier)) ? earlier : account;
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function stateOf(
  { allowWrites = false, settleMs = DEFAULTS.settleMs, app = DEFAULTS.app }: EndpointOptions,
  parts: Omit<RunState, 'allowWrites' | 'settleMs' | 'app' | 'pauses'>,
): RunState {
  return { ...parts, allowWrites, settleMs, app, pauses: new Pauses() };
}

class ServiceSession implements EndpointSession {
  readonly account: Account;
  readonly #transport: Transport;
  readonly #state: RunState;

  constructor(transport: Transport, account: Account, state: RunState) {
    this.account = account;
    this.#transport = transport;
    this.#state = state;
  }

  readonly evaluate = evaluatesNothing;

  async converse({ hold, asked }: Pick<Conversation, 'hold' | 'asked'>): Promise<Observation> {
    const view = new View(this.#state);
    const { secrets } = this.#state;
    const said = await saidBy(hold, view);
    asked?.(view.asked);
    const failure = view.failure ?? ('error' in said ? failureOf(said.error) : undefined);
    if (failure instanceof TargetUnavailable) throw failure;
    if ('error' in said && said.error instanceof NotObservable)
      return { kind: 'unobservable', why: secrets.inText(`could not be observed: ${said.error.message}`) };
    if (failure !== undefined) return downObservation(failure);
    if ('error' in said) throw secrets.inError(said.error);
    return { kind: 'returned', value: secrets.inValue(encode(said.value)) };
  }

  service(): ServiceFacts {
    const { leftovers, places, secrets } = this.#state;
    return {
      mapping: places.mapping(),
      leftovers: leftovers.all().map(({ resource, name }) => ({ resource, name: secrets.inName(name) })),
    };
  }

  async stop(): Promise<void> {
    await this.#transport.close();
  }
}

/** Laws are functions that may throw before they promise anything. */
async function saidBy(
  hold: Conversation['hold'],
  view: View,
): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await hold(partnersOf({ api: view })) };
  } catch (error) {
    return { error };
  }
}

/** What another conversation met when it made what this one shares. */
const failureOf = (error: unknown): EndpointDown | TargetUnavailable | undefined =>
  error instanceof EndpointDown || error instanceof TargetUnavailable ? error : undefined;

const downObservation = ({ how, afterMs, message }: EndpointDown): Observation =>
  how === 'hang' ? { kind: 'hung', afterMs } : { kind: 'crashed', detail: message };
