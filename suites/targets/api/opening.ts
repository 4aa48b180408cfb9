/**
 * Opens a session with an endpoint. The account's list of servers must be answered, with any status and body. If the API key is to be
 * replaced, the answer must show that the key works. The connection of that answer is held, so that a law can use the replaced key on a
 * connection where it once worked (`connection: 'before-new-key'`).
 */
import { TargetUnavailable } from '../../executor/target.js';
import type { Account } from '../../language/endpoint.js';
import { NotObservable, TargetDown } from '../../language/failures.js';
import { checkAccount } from './account.js';
import type { ApiRun } from './run.js';
import { Secrets } from './secrets.js';
import { sendingOf } from './sending.js';
import { EndpointDown, Service } from './service.js';
import type { Transport } from './transport.js';
import { type Rotation, type SessionState, View } from './view.js';

export class Opening {
  readonly #run: ApiRun;
  readonly #service: Service;

  constructor(run: ApiRun, transport: Transport, account: Account) {
    this.#run = run;
    this.#service = new Service({ transport, origin: run.base.origin, sign: this.#listOf('/servers', account) });
  }

  /**
   * A session's state with an account that the service accepts.
   * @throws TargetUnavailable without an answer or a new key
   */
  async open(account: Account, rotate: (() => Promise<string>) | undefined): Promise<SessionState> {
    if (rotate === undefined) {
      await this.#status(account);
      return this.#state([account], {});
    }
    const earlier = await this.#working(account);
    const atFirst = await this.#status(earlier, true);
    await this.#leaveRecords(await this.#state([earlier], {}));
    // Some services have no list if it would be empty.
    const status = isSuccess(atFirst) ? atFirst : await this.#status(earlier, true);
    if (!isSuccess(status))
      throw new TargetUnavailable(
        `${this.#run.base.origin} does not accept the API key that --new-key is to replace: status ${status}`,
      );
    const { newest, rotation } = await this.#replaced(earlier, rotate);
    return this.#state([newest, earlier], rotation);
  }

  #listOf(path: string, account: Account) {
    return sendingOf({ method: 'GET', path }, account, this.#run.base.path);
  }

  /** All known keys of the account are secrets, whether they work or not. */
  async #state([newest, ...earlier]: readonly [Account, ...Account[]], rotation: Rotation): Promise<SessionState> {
    const run = this.#run;
    run.account = newest;
    const secrets = new Secrets(newest, run.prefix);
    for (const one of earlier) secrets.addRevokedKey(one);
    for (const { json } of run.created.servers) secrets.addServerKey(run.places.find('serverApiKey', json));
    return { run, service: this.#service, account: await this.#working(newest), secrets, rotation };
  }

  /** The status of the response with the account's list of servers; `held`: on the held connection. */
  async #status(account: Account, held = false): Promise<number> {
    const { first, base } = this.#run;
    const sending = { ...this.#listOf('/servers', account), held };
    try {
      const answered = await this.#service.exchange(sending);
      // A key that is to be replaced works, so a missing resource is the list.
      if (isSuccess(answered.status) || (held && answered.status === 404)) first.servers ??= answered;
      return answered.status;
    } catch (error) {
      if (error instanceof EndpointDown && error.status !== undefined) return error.status;
      if (error instanceof TargetDown)
        throw new TargetUnavailable(`${base.origin} did not respond: GET ${sending.path}: ${error.message}`);
      throw error;
    }
  }

  /**
   * The account with a key that works. If the service ignores a new key, the replaced one still works. `api-keys.replaced` judges that, and
   * all other requests use that key.
   */
  async #working(account: Account): Promise<Account> {
    const { revokedApiKey } = account;
    if (revokedApiKey === undefined || isSuccess(await this.#status(account))) return account;
    const earlier = { ...account, apiKey: revokedApiKey };
    return isSuccess(await this.#status(earlier)) ? earlier : account;
  }

  /** A server and an app from before the key is replaced, which stay the account's. Other requirements judge how a service treats them. */
  async #leaveRecords(state: SessionState): Promise<void> {
    const { first } = state.run;
    const view = new View(state);
    const app = view.app('before-new-key');
    const payloads = { '/servers': { name: view.named('before-new-key') }, '/apps': { ...app } };
    for (const [path, json] of Object.entries(payloads)) {
      try {
        if (path === '/apps') first.apps ??= await this.#service.exchange(this.#listOf(path, state.account));
        await view.ask({ method: 'POST', path, json });
      } catch (error) {
        if (!(error instanceof EndpointDown) && !(error instanceof NotObservable)) throw error;
      }
    }
  }

  /**
   * The account after its key was replaced once, and, if the newer key works, a second time. So there is a key of two generations ago. The
   * newer key is first used on the held connection.
   */
  async #replaced(earlier: Account, rotate: () => Promise<string>) {
    const seen = (account: Account) => this.#status(account).catch(() => undefined);
    const next = async ({ clientId, apiKey }: Account): Promise<Account> => {
      const account = { clientId, apiKey: await rotate(), revokedApiKey: apiKey };
      if (account.apiKey !== apiKey) checkAccount(account);
      return account;
    };
    const newer = await next(earlier);
    if (newer.apiKey === earlier.apiKey)
      throw new TargetUnavailable('--new-key gave the API key that there was before');
    const rotation = { unused: await seen(earlier) };
    if (!isSuccess(await this.#status(newer, true))) return { newest: newer, rotation };
    const newest = await next(newer);
    // A command may have only one key.
    if (newest.apiKey === newer.apiKey) return { newest: newer, rotation };
    await seen(newest);
    return { newest, rotation: { ...rotation, older: await seen(earlier) } };
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;
