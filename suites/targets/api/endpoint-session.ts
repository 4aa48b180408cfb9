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
import { DEFAULTS, type EndpointOptions, type FirstLists, type Rotation } from './endpoint-options.js';
import { Leftovers, Names } from './leftovers.js';
import { readMap } from './options.js';
import { Pauses } from './pauses.js';
import { AnswerPlaces } from './places.js';
import { Secrets } from './secrets.js';
import { EndpointDown, Service } from './service.js';
import { Settling } from './settling.js';
import { Transport } from './transport.js';
import { Turns } from './turns.js';
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
  const { timeoutMs = DEFAULTS.timeoutMs, connections = DEFAULTS.connections } = options;
  const { rotations = 2 } = options;
  const rotate = rotations === 0 ? undefined : options.rotate;
  checkAccount(options.account);
  refuseKeyWithoutWrites(options);
  const { origin, path } = readBaseUrl(options.url, options.allowInsecure ?? false);
  const map = readMap(options.map ?? []);
  const transport = new Transport({ origin, timeoutMs, connections });
  try {
    const signBy = (one: Account) => sendingOf({ method: 'GET', path: '/servers' }, one, path);
    const sign = signBy(options.account);
    const service = new Service({ transport, origin, sign });
    const first = options.first ?? {};
    const statusOf = (one: Account, held = false) => firstStatus(service, signBy(one), held, origin, first);
    const earlier = rotate === undefined ? options.account : await working(options.account, statusOf);
    const atFirst = await statusOf(earlier, rotate !== undefined);
    const { names = new Names() } = options;
    const places = new AnswerPlaces(map);
    const leftovers = new Leftovers(names);
    const parts = { first, service, basePath: path, places, names, leftovers };
    const before = sharedBy(options, { ...parts, account: earlier, secrets: new Secrets(earlier, names.prefix) });
    if (rotate !== undefined) await leaveRecords(before);
    // Services are known that have no list where nothing is.
    const status = isSuccess(atFirst) ? atFirst : await statusOf(earlier, rotate !== undefined);
    if (rotate !== undefined) refuseUnaccepted(origin, status);
    const { told, rotation } =
      rotate === undefined ? { told: earlier, rotation: {} } : await replaced(earlier, rotate, rotations, statusOf);
    const account = await working(told, statusOf);
    const { created } = before;
    const keys = created.servers.map(({ json }) => places.find('serverApiKey', json));
    const shared = sharedBy(options, { ...parts, account, secrets: secretsOf(told, earlier, keys, names.prefix) });
    return new ServiceSession(transport, told, { ...shared, created, rotation });
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
  first: FirstLists,
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
async function leaveRecords(shared: RunState): Promise<void> {
  const { first, service, account, basePath } = shared;
  const view = new View(shared);
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
): Promise<{ readonly told: Account; readonly rotation: Rotation }> {
  const seen = (account: Account) => statusOf(account).catch(() => undefined);
  const newer = await rotated(earlier, rotate);
  const unused = await seen(earlier);
  if (rotations < 2 || !isSuccess(await statusOf(newer, true))) return { told: newer, rotation: { unused } };
  const apiKey = await rotate();
  // A command may have one key to give.
  if (apiKey === newer.apiKey) return { told: newer, rotation: { unused } };
  const newest = { ...newer, apiKey, revokedApiKey: newer.apiKey };
  checkAccount(newest);
  await seen(newest);
  return { told: newest, rotation: { unused, older: await seen(earlier) } };
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

function sharedBy(
  {
    allowWrites = false,
    settleMs = DEFAULTS.settleMs,
    settling = new Settling(settleMs),
    app = DEFAULTS.app,
    created = { servers: [], apps: [] },
    jobs = DEFAULTS.jobs,
  }: EndpointOptions,
  parts: Pick<RunState, 'first' | 'service' | 'account' | 'basePath' | 'places' | 'names' | 'secrets' | 'leftovers'>,
): RunState {
  return {
    ...parts,
    allowWrites,
    settleMs,
    settling,
    app,
    created,
    rotation: {},
    pauses: new Pauses(),
    turns: new Turns(jobs),
    readings: new Map(),
  };
}

class ServiceSession implements EndpointSession {
  readonly account: Account;
  readonly #transport: Transport;
  readonly #shared: RunState;

  constructor(transport: Transport, account: Account, shared: RunState) {
    this.account = account;
    this.#transport = transport;
    this.#shared = shared;
  }

  readonly evaluate = evaluatesNothing;

  async converse({ hold, asked }: Pick<Conversation, 'hold' | 'asked'>): Promise<Observation> {
    const view = new View(this.#shared);
    const { secrets, turns } = this.#shared;
    const said = await turns.hold(() => saidBy(hold, view));
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
    const { leftovers, places, secrets } = this.#shared;
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
