/** Notes what a conversation does with its partners, and what comes of it, in the order in which it happens. */
import type { Plain } from '../../../spec/types/requirement.js';
import { encode } from '../../language/encoding.js';
import type { ClosedConnection, LogLine, ObservedResponse } from '../../language/observation.js';
import type { Connection, Partners, Peer, Printed, WireRequest } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import type { PathOf, Result } from './exchange.js';

/** What is done; requests are not yet bytes. Connections count from 1, whoever opened them. */
export type Act =
  | { readonly do: 'request'; readonly request: WireRequest }
  | { readonly do: 'connect'; readonly to: string; readonly from?: string }
  | { readonly do: 'accept' | 'answer' | 'count'; readonly peer: string }
  | { readonly do: 'send'; readonly on: number; readonly bytes: string }
  | { readonly do: 'end' | 'close' | 'reset' | 'next' | 'rest'; readonly on: number }
  | { readonly do: 'exists' | 'read' | 'held'; readonly path: PathOf }
  | { readonly do: 'log' };

/** An act begins, or what began as the act of this number is over. */
export type Happening = { readonly begins: Act } | { readonly over: number; readonly result: Result | undefined };

/** A script that was run from a command line: a function, and its input. */
export interface Program {
  readonly source: unknown;
  readonly input: Plain;
  readonly printed?: Printed;
}

const latin1 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('latin1');

export class Recording {
  readonly happenings: Happening[] = [];
  /** What peers answered, by their names. */
  readonly answers = new Map<string, (readonly [to: string, answer: string])[]>();
  /** What a command line was given, and printed unless it went down. */
  readonly programs: Program[] = [];
  readonly #responses: string[] = [];
  #acts = 0;
  #connections = 0;

  /** In the order in which they were sent. */
  get requests(): readonly WireRequest[] {
    return this.happenings.flatMap((one) =>
      'begins' in one && one.begins.do === 'request' ? [one.begins.request] : [],
    );
  }

  /** What requests ask for, those among sent bytes too. */
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

  /** Inputs that the conversation put into headers itself, as they stand there. */
  get inputs(): readonly string[] {
    const heads = this.requests.flatMap(({ headers = [] }) => headers.map(([name, value]) => `${name}: ${value}`));
    const found = [...this.#sent(), ...heads].flatMap((text) => [...text.matchAll(/^X-Srvspec-Input: *([^\r\n]+)/gim)]);
    return [...new Set(found.map(([, value = '']) => value))];
  }

  /** What the host answered holds values of the tagged encoding. */
  get holdsTags(): boolean {
    return this.happenings.some((one) => 'over' in one && /"\$\w+\\*":/.test(JSON.stringify(one.result ?? null)));
  }

  /** It takes more than one request after the other, and the log. */
  get isMore(): boolean {
    let under = 0;
    return this.happenings.some((one) => {
      under += 'begins' in one ? 1 : -1;
      return under > 1 || ('begins' in one && one.begins.do !== 'request' && one.begins.do !== 'log');
    });
  }

  /** Partners that do the same, and are noted; each is looked up when it is used. */
  of(partners: Partners): Partners {
    const recording = this;
    return {
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
      get api() {
        return partners.api;
      },
      get client() {
        return partners.client;
      },
    };
  }

  #host(host: Partners['host']): Partners['host'] {
    return {
      request: (request: WireRequest) => this.#asked(request, host.request(request)),
      connect: (port: string, from?: string) => {
        const number = ++this.#connections;
        const act: Act = { do: 'connect', to: port, ...(from === undefined ? {} : { from }) };
        const opened = this.#noted(act, host.connect(port, from), () => undefined);
        return opened.then((connection) => this.#connection(connection, number));
      },
    };
  }

  #log(log: Partners['log']): Partners['log'] {
    const lines = async (atLeast?: number): Promise<readonly LogLine[]> =>
      this.#noted({ do: 'log' }, log.lines(atLeast), (all) => ({
        lines: all.map(({ level, message }) => `${level}: ${message}`),
      }));
    return { lines };
  }

  #files(files: Partners['files']): Partners['files'] {
    return {
      exists: (path: string) =>
        this.#noted({ do: 'exists', path: this.#pathOf(path) }, files.exists(path), (exists) => ({ exists })),
      read: (path: string) =>
        this.#noted({ do: 'read', path: this.#pathOf(path) }, files.read(path), (bytes) => ({
          content: latin1(bytes),
        })),
      held: (path: string) =>
        this.#noted({ do: 'held', path: this.#pathOf(path) }, files.held(path), (held) => ({ held })),
    };
  }

  #commandLine(commandLine: Partners['commandLine']): Partners['commandLine'] {
    return {
      run: async <I>(script: Probe<I>, input: I, how?: { readonly among: boolean }) => {
        const program: { source: unknown; input: Plain; printed?: Printed } = { source: script, input: encode(input) };
        this.programs.push(program);
        program.printed = await commandLine.run(script, input, how);
        return program.printed;
      },
    };
  }

  #begin(act: Act): number {
    this.happenings.push({ begins: act });
    return ++this.#acts;
  }

  #over(act: number, result: Result | undefined): void {
    this.happenings.push({ over: act, result });
  }

  async #noted<T>(act: Act, done: Promise<T>, tell: (value: T) => Result | undefined): Promise<T> {
    const number = this.#begin(act);
    const value = await done;
    this.#over(number, tell(value));
    return value;
  }

  async #asked(
    request: WireRequest,
    done: Promise<ObservedResponse | ClosedConnection>,
  ): Promise<ObservedResponse | ClosedConnection> {
    return this.#noted({ do: 'request', request }, done, (response) => {
      const told = 'closed' in response ? 'closed' : { status: response.status, body: latin1(response.body) };
      this.#responses.push(told === 'closed' ? '' : told.body);
      return { response: told };
    });
  }

  /** A path that the server has told itself is another wherever it is started. */
  #pathOf(path: string): PathOf {
    const at = path === '' ? -1 : this.#responses.lastIndexOf(latin1(path));
    return at < 0 ? path : { response: at + 1 };
  }

  #connection(connection: Connection, on: number): Connection {
    const nothing = (): undefined => undefined;
    return {
      send: (bytes) => this.#noted({ do: 'send', on, bytes: latin1(bytes) }, connection.send(bytes), nothing),
      end: () => this.#noted({ do: 'end', on }, connection.end(), nothing),
      next: () => this.#noted({ do: 'next', on }, connection.next(), (bytes) => ({ bytes: latin1(bytes) })),
      rest: () =>
        this.#noted({ do: 'rest', on }, connection.rest(), ({ bytes, how }) => ({ bytes: latin1(bytes), how })),
      close: () => {
        this.#over(this.#begin({ do: 'close', on }), undefined);
        connection.close();
      },
      reset: () => {
        this.#over(this.#begin({ do: 'reset', on }), undefined);
        connection.reset();
      },
    };
  }

  #peer(name: string, peer: Peer): Peer {
    return {
      datagrams: (answer) => peer.datagrams(answer),
      accepted: () => {
        const number = ++this.#connections;
        const opened = this.#noted({ do: 'accept', peer: name }, peer.accepted(), () => undefined);
        return opened.then((connection) => this.#connection(connection, number));
      },
      answering: (answer) => {
        const given = this.answers.get(name) ?? [];
        this.answers.set(name, given);
        this.#over(this.#begin({ do: 'answer', peer: name }), undefined);
        const { connections } = peer.answering((bytes) => {
          const answered = answer(bytes);
          given.push([latin1(bytes), latin1(answered)]);
          return answered;
        });
        return {
          connections: () => {
            const count = connections();
            this.#over(this.#begin({ do: 'count', peer: name }), { count });
            return count;
          },
        };
      },
    };
  }
}
