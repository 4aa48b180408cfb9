/** Records the actions of a conversation on its partners, with their results, in the order in which they happen. */
import type { Plain } from '../../../spec/types/requirement.js';
import { encode } from '../../language/encoding.js';
import type { ClosedConnection, LogLine, ObservedResponse } from '../../language/observation.js';
import type { CommandOutput, Connection, Partners, Peer, WireRequest } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import { partnersOf } from '../../targets/support/partners.js';
import type { ActionResult, PathOf, PlayAction } from './exchange.js';

/** An action begins, or the action with this number ends. */
type RecordedEvent =
  | { readonly begins: PlayAction }
  | { readonly over: number; readonly result: ActionResult | undefined };

/** A script that was run from a command line: a function, and its input. */
interface CommandLineScript {
  readonly source: unknown;
  readonly input: Plain;
  printed?: CommandOutput;
}

const latin1 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('latin1');

export class Recording {
  readonly happenings: RecordedEvent[] = [];
  /** The answers of peers, by name. */
  readonly answers = new Map<string, (readonly [to: string, answer: string])[]>();
  /** The input of a command line, and its output unless it crashed. */
  readonly scripts: CommandLineScript[] = [];
  /** In the order in which they were sent. */
  readonly requests: WireRequest[] = [];
  readonly #responses: string[] = [];
  #deeds = 0;
  #connections = 0;

  /** The targets of requests, including those in sent bytes. */
  get targets(): readonly string[] {
    const lines = this.#sent().flatMap((text) => [...text.matchAll(/^[A-Z]+ (\S+) HTTP\//gm)]);
    return [...this.requests.map(({ target }) => target), ...lines.map(([, target = '']) => target)];
  }

  /** The bytes of each connection. */
  #sent(): string[] {
    const sent = new Map<number, string>();
    for (const one of this.happenings)
      if ('begins' in one && one.begins.do === 'send')
        sent.set(one.begins.on, `${sent.get(one.begins.on) ?? ''}${one.begins.bytes}`);
    return [...sent.values()];
  }

  /** Inputs that the conversation put into headers itself, literally. */
  get inputs(): readonly string[] {
    const heads = this.requests.flatMap(({ headers = [] }) => headers.map(([name, value]) => `${name}: ${value}`));
    const found = [...this.#sent(), ...heads].flatMap((text) => [...text.matchAll(/^X-Srvspec-Input: *([^\r\n]+)/gim)]);
    return [...new Set(found.map(([, value = '']) => value))];
  }

  /** The answers of the host contain values of the tagged encoding. */
  get holdsTags(): boolean {
    return this.happenings.some((one) => 'over' in one && /"\$\w+\\*":/.test(JSON.stringify(one.result ?? null)));
  }

  /** It needs more than successive requests and the log. */
  get isMore(): boolean {
    let under = 0;
    return this.happenings.some((one) => {
      under += 'begins' in one ? 1 : -1;
      return under > 1 || ('begins' in one && one.begins.do !== 'request' && one.begins.do !== 'log');
    });
  }

  /** Recording partners that otherwise behave alike; each is looked up when it is used. */
  of(partners: Partners): Partners {
    const recording = this;
    return partnersOf({
      get host() {
        return recording.#host(partners.host);
      },
      get log() {
        return recording.#log(partners.log);
      },
      get files() {
        return recording.#files(partners.files);
      },
      peer: (name) => this.#peer(name, partners.peer(name)),
      get commandLine() {
        return recording.#commandLine(partners.commandLine);
      },
    });
  }

  #host(host: Partners['host']): Partners['host'] {
    return {
      request: (request) => this.#request(host, request),
      connect: (port: string, from?: string) => {
        const number = ++this.#connections;
        const deed: PlayAction = { do: 'connect', to: port, ...(from !== undefined && { from }) };
        const opened = this.#recorded(deed, host.connect(port, from));
        return opened.then((connection) => this.#connection(connection, number));
      },
    };
  }

  #log(log: Partners['log']): Partners['log'] {
    const resultFrom = (all: readonly LogLine[]): ActionResult => ({
      lines: all.map(({ level, message }) => `${level}: ${message}`),
    });
    return { lines: (atLeast) => this.#recorded({ do: 'log' }, log.lines(atLeast), resultFrom) };
  }

  #files(files: Partners['files']): Partners['files'] {
    const on = (path: string) => ({ path: this.#pathOf(path) });
    return {
      exists: (path) => this.#recorded({ do: 'exists', ...on(path) }, files.exists(path), (exists) => ({ exists })),
      read: (path) => this.#recorded({ do: 'read', ...on(path) }, files.read(path), (of) => ({ content: latin1(of) })),
      held: (path) => this.#recorded({ do: 'held', ...on(path) }, files.held(path), (held) => ({ held })),
    };
  }

  #commandLine(commandLine: Partners['commandLine']): Partners['commandLine'] {
    return {
      run: async <I>(source: Probe<I>, input: I, how?: { readonly among: boolean }) => {
        const script: CommandLineScript = { source, input: encode(input) };
        this.scripts.push(script);
        script.printed = await commandLine.run(source, input, how);
        return script.printed;
      },
    };
  }

  #begin(deed: PlayAction): number {
    this.happenings.push({ begins: deed });
    return ++this.#deeds;
  }

  /** An action that ends at once. */
  #did(deed: PlayAction, result?: ActionResult): void {
    this.happenings.push({ over: this.#begin(deed), result });
  }

  async #recorded<T>(
    deed: PlayAction,
    done: Promise<T>,
    resultFrom: (value: T) => ActionResult | undefined = () => undefined,
  ): Promise<T> {
    const number = this.#begin(deed);
    const value = await done;
    this.happenings.push({ over: number, result: resultFrom(value) });
    return value;
  }

  #request(host: Partners['host'], request: WireRequest): Promise<ObservedResponse | ClosedConnection> {
    this.requests.push(request);
    return this.#recorded({ do: 'request', bytes: '', prints: true }, host.request(request), (given) => {
      const response = 'closed' in given ? 'closed' : { status: given.status, body: latin1(given.body) };
      this.#responses.push(response === 'closed' ? '' : response.body);
      return { response };
    });
  }

  /** A path that the server itself reported depends on where it was started. */
  #pathOf(path: string): PathOf {
    const at = path === '' ? -1 : this.#responses.lastIndexOf(latin1(path));
    return at < 0 ? path : { response: at + 1 };
  }

  #connection(connection: Connection, on: number): Connection {
    return {
      send: (bytes) => this.#recorded({ do: 'send', on, bytes: latin1(bytes) }, connection.send(bytes)),
      end: () => this.#recorded({ do: 'end', on }, connection.end()),
      next: () => this.#recorded({ do: 'next', on }, connection.next(), (bytes) => ({ bytes: latin1(bytes) })),
      rest: () =>
        this.#recorded({ do: 'rest', on, tellsEnd: false }, connection.rest(), ({ bytes, how }) => ({
          ...{ bytes: latin1(bytes), how },
        })),
      close: () => {
        this.#did({ do: 'close', on });
        connection.close();
      },
      reset: () => {
        this.#did({ do: 'reset', on });
        connection.reset();
      },
    };
  }

  #peer(name: string, peer: Peer): Peer {
    return {
      datagrams: (answer) => peer.datagrams(answer),
      accepted: async () => {
        const number = ++this.#connections;
        return this.#connection(await this.#recorded({ do: 'accept', peer: name }, peer.accepted()), number);
      },
      answering: (answer) => {
        const given = this.answers.get(name) ?? [];
        this.answers.set(name, given);
        this.#did({ do: 'answer', peer: name, answers: [] });
        const { connections } = peer.answering((bytes) => {
          const answered = answer(bytes);
          given.push([latin1(bytes), latin1(answered)]);
          return answered;
        });
        return {
          connections: () => {
            const count = connections();
            this.#did({ do: 'count', peer: name }, { count });
            return count;
          },
        };
      },
    };
  }
}
