/**
 * 2/http-request-object/p1, 2/http-request-object/r-internal, 2/http-request-object/r-method,
 * 2/http-request-object/r-parent, 2/http-request-object/r-uri: a request while it is served.
 */
import { randomBytes } from 'node:crypto';
import type { ErrorLog, LogLevel } from '../logging/error-log.js';
import type { BuiltInPages } from '../support/built-in-pages.js';
import { type ByteString, byteStringOf } from '../support/byte-string.js';
import type { ClientConnection } from '../support/client.js';
import type { Downstream } from '../support/downstream.js';
import type { Block } from '../support/settings/block.js';
import { type ContentDirective, contentIn } from '../support/settings/content-by.js';
import { Groups } from '../support/settings/groups.js';
import type { RegexMatch } from '../support/settings/regex.js';
import type { SharedState } from '../support/shared.js';
import type { Sink } from '../support/sink.js';
import type { TemporaryFile, TemporaryFiles } from '../support/temporary-file.js';
import { type EmbeddedVariables, type VariableSource, Variables } from '../variables/variables.js';
import type { Body } from './body/body.js';
import { bodyInFileOnly } from './body/settings.js';
import type { BodyDecision, BodySource } from './body/source.js';
import { HeadersIn } from './headers-in.js';
import { HeadersOut } from './headers-out.js';
import { type HttpServer, type Location, type LocationMatch, plain } from './server.js';
import type { RequestTarget } from './uri.js';

/** What directives of nginx decide about a request. */
export interface HttpRules {
  /** The groups of a server's name that is a regular expression, once it has been found by that. */
  readonly serverNameMatch: (server: HttpServer, host: ByteString | undefined) => RegexMatch | undefined;
  /** The block that holds in a location for a method. */
  readonly blockForMethod: (location: Block, method: ByteString) => Block;
  readonly warnsOfUninitialized: (block: Block) => boolean;
  /** The media type of what a URI asks for; empty for none. */
  readonly mediaType: (uri: ByteString, block: Block) => ByteString;
}

/** What all requests of a host share. */
export interface HttpEnvironment {
  /** Serves a request that another one makes. Resolves once it has its response, wherever its output goes. */
  readonly serveInner: (
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) => Promise<HttpRequest>;
  readonly variables: EmbeddedVariables<HttpRequest>;
  readonly rules: HttpRules;
  readonly pages: BuiltInPages;
  /** What the `Server` header says. */
  readonly serverName: string;
  readonly logOf: (block: Block) => ErrorLog;
  /** What it shares with other workers. */
  readonly shared: SharedState;
  /** Where bodies are kept that do not fit into memory. */
  readonly temporaryFiles: TemporaryFiles;
}

/** The body of a subrequest: its own, or that which its parent has read. */
export interface GivenBody {
  readonly body: Body | undefined;
  readonly isOwn: boolean;
}

/** A response header as it was handed to the connection. */
export interface SentHead {
  /** Names and values in turn. */
  readonly headers: readonly ByteString[];
  /** Whether the body is cut into chunks, the last of which ends it. */
  readonly isChunked: boolean;
  /** Bytes of the whole header. */
  readonly size: number;
}

/** What a request is made from; nothing in it is a socket. */
export interface Arrival {
  readonly method: ByteString;
  /** The request target as it stands in the request line. */
  readonly writtenTarget: ByteString;
  readonly target: RequestTarget;
  /** The request line as received. */
  readonly requestLine?: ByteString;
  /** Header lines that are left out for their names. */
  readonly ignored?: readonly IgnoredLine[];
  /** Whether its first bytes came together with the request before it. */
  readonly isPipelined?: boolean;
  /** Bytes of the head as received. */
  readonly headSize?: number | undefined;
  /** The name that the client asks for, in lower case: that of the target, or of the `Host` header. */
  readonly host?: ByteString | undefined;
  /** Digits of the version as written; `0.9` where the request line has none. */
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly headers: readonly ByteString[];
  /** The same, where somebody has read them already. */
  readonly headersIn?: HeadersIn;
  readonly body: BodySource;
  readonly server: HttpServer;
  readonly client: ClientConnection;
  /** Requests over the connection so far, this one included. */
  readonly requestsOfClient: number;
  /** Whether the client allows that the connection stays open. */
  readonly keepAlive: boolean;
  /** The request that this is a subrequest of. */
  readonly parent?: HttpRequest;
  /** What a subrequest has for a body without reading one. */
  readonly given?: GivenBody;
  /** Whether the response is kept in memory, for a script that waits for it. */
  readonly isKept?: boolean;
  /** Whether it is the header alone that whoever made the subrequest waits for. */
  readonly isHeaderAlone?: boolean;
  /** Whether the host ends the connection after this request, whatever the client allows. */
  readonly isLast?: () => boolean;
  /** Bytes that went to the client ahead of the response; they are counted with it. */
  readonly bytesAhead?: () => number;
  /** Holds the response back until the event loop's next turn. */
  readonly hold?: () => void;
  /** The connection that the response goes over, for those who stream it. */
  readonly downstream?: Downstream;
}

/** Messages that say by themselves what the host does. */
const tellsDoing = / while (?:reading|sending|connecting|SSL handshaking|proxying)/;

/** Redirects that one request may take. */
const mostRedirects = 10;

/** How deep subrequests may be one within the other, as on nginx. */
const mostInner = 51;

const noNames: ReadonlySet<string> = new Set();

/** What computes variables by scripts. */
export interface VariableScripts {
  /** The value; `undefined` when the handler failed. */
  callVariable(handler: string): ByteString | undefined;
}

/** A request while it is served, as data: what came in, where it stands, what goes out. */
export class HttpRequest implements VariableSource {
  readonly environment: HttpEnvironment;
  readonly arrival: Arrival;
  readonly parent: HttpRequest | undefined;
  /** The request of the client: this one, or the one that it is a subrequest of. */
  readonly main: HttpRequest;
  /** A redirect to an error page makes it GET. */
  method: ByteString;
  readonly started = Date.now();
  readonly headersIn: HeadersIn;
  readonly headersOut = new HeadersOut();
  #variables: Variables<HttpRequest> | undefined;
  uri: ByteString;
  args: ByteString;
  /** Whether there are arguments, be they empty. */
  hasArgs: boolean;
  readonly groups: Groups;
  #client: ClientConnection;
  #match: LocationMatch | undefined;
  /** The block with a condition that the request is in, and the match that it belongs to. */
  #condition: { readonly block: Block; readonly match: LocationMatch | undefined } | undefined;
  /** Whether a redirect or a parent brought the request here. */
  internal: boolean;
  body: Body | undefined;
  /** The file that the body is in, or would be, had all of it come. */
  bodyFile: TemporaryFile | undefined;
  /** Whether a location that the request was in wants its body in a file. */
  bodyFileUse: 'off' | 'on' | 'clean' = 'off';
  /** Whether the body is thrown away. */
  isBodyDiscarded = false;
  /** Whether the body was read, or is not wanted. */
  bodyRead = false;
  /** What becomes of the request once its body is read, while that is under way. */
  reading: Promise<BodyDecision> | undefined;
  /** Status of the response; 0 until one is set. */
  status = 0;
  /**
   * The status line of another server's response, which goes out while the status is the same, and whether parts of the body wait for
   * others.
   */
  receivedStatus:
    | { readonly status: number; readonly reason: ByteString | undefined; readonly isHeld: boolean }
    | undefined;
  /** Whether the response is a body alone, as HTTP/0.9 has it. */
  headless = false;
  /** Headers, in lower case, that the host would add by itself and does not. */
  leftOut: ReadonlySet<string> = noNames;
  /** Whether the response is sent whatever the client has of it already. */
  unconditional = false;
  /** The server that the request was passed to, as log lines name it. */
  upstream: string | undefined;
  /** What the host does with the response, or did with that of a subrequest, as log lines name it. */
  doing: string | undefined;
  /** The subrequest whose response scripts of this request take now; log lines name it. */
  taken: HttpRequest | undefined;
  /** The phase whose script handler ran last. */
  scriptPhase: 'access' | 'content' | undefined;
  /** Status of the response whatever its maker says: that of the error which an error page stands for. */
  forcedStatus = 0;
  /** Redirects so far; scripts start anew after each. */
  redirects = 0;
  /** Subrequests of the client's request that are under way. */
  innerRequests = 0;
  /** Changes of the target that the request may still take. */
  redirectsLeft = mostRedirects;
  /** How deep subrequests may still be below it. */
  readonly innerLeft: number;
  /** Whether a rewriting gave the request a URI that its location was not found by. */
  isOutsideLocation = false;
  /** Whether an error page answers the request. */
  onErrorPage = false;
  /** By what status some access checker would refuse the request, where another one may still grant it. */
  accessCode: number | undefined;
  /** `WWW-Authenticate` as an upstream sent it. */
  challenges: readonly ByteString[] = [];
  /** Whether it is refused for its head, whatever it asks for. */
  isRefused = false;
  /** Whether the response was broken off. */
  broken = false;
  /** Whether it was broken off because the server that it came from broke it off, which counts as its end. */
  cutShort = false;
  /** Whether the connection ends with the request before that is through. */
  terminated = false;
  keepAlive: boolean;
  headerSent = false;
  /** The header as it was handed to the connection. */
  sentHead: SentHead | undefined;
  finished = false;
  /** Resolves once filters have handed on what they hold of the response. */
  draining: Promise<void> | undefined;
  /** Whether the header says that the response depends on the encodings that the client accepts. */
  variesByEncoding = false;
  /** Bytes of the response body that were handed to the connection. */
  bytesSent = 0;
  /** Where the response goes. */
  readonly output: Sink<number | undefined>;
  /** The scripts that run for it. */
  scripts: VariableScripts | undefined;
  readonly #kept: object[] = [];
  /** What ends with the request. */
  readonly cleanups: (() => void)[] = [];

  /** `output` makes the chain of sinks of the new request. */
  constructor(
    environment: HttpEnvironment,
    arrival: Arrival,
    output: (request: HttpRequest) => Sink<number | undefined>,
  ) {
    this.environment = environment;
    this.arrival = arrival;
    this.parent = arrival.parent;
    this.main = arrival.parent?.main ?? this;
    this.innerLeft = arrival.parent === undefined ? mostInner : arrival.parent.innerLeft - 1;
    this.groups = new Groups(arrival.parent?.groups);
    this.#client = arrival.client;
    this.method = arrival.method;
    this.internal = arrival.parent !== undefined;
    this.headersIn = arrival.headersIn ?? new HeadersIn(arrival.headers);
    this.uri = arrival.target.uri;
    this.args = arrival.target.args;
    this.hasArgs = arrival.parent === undefined ? /\?./.test(arrival.target.unparsed) : this.args !== '';
    this.keepAlive = arrival.keepAlive;
    if (arrival.given !== undefined) this.#take(arrival.given);
    this.output = output(this);
    const byName = environment.rules.serverNameMatch(arrival.server, arrival.host);
    if (byName !== undefined) this.groups.take(byName);
  }

  get variables(): Variables<HttpRequest> {
    const { arrival, environment, parent } = this;
    const { scope } = arrival.server.block;
    this.#variables ??= new Variables<HttpRequest>(this, scope, environment.variables, parent?.variables);
    return this.#variables;
  }

  #take({ body }: GivenBody): void {
    this.body = body;
    this.bodyRead = true;
    const file = body?.file;
    if (file === undefined) return;
    this.bodyFile = file;
    this.cleanups.push(() => file.release());
  }

  /** Keeps what a module knows of the request, one object of a class; what a WeakMap keeps lives until the next full collection. */
  keep(known: object): void {
    this.#kept.push(known);
  }

  /** What was kept of a class. */
  kept<T>(kind: abstract new (...args: never[]) => T): T | undefined {
    for (const one of this.#kept) if (one instanceof kind) return one;
    return undefined;
  }

  /** Computes a variable by its handler; `undefined` where that fails, or where no scripts are. */
  callHandler(handler: string): ByteString | undefined {
    return this.scripts?.callVariable(handler);
  }

  /** The client: that of the connection, or whom the connection is said to speak for. */
  get client(): ClientConnection {
    return this.main.#client;
  }

  set client(client: ClientConnection) {
    this.main.#client = client;
  }

  /** What makes the content. */
  contentBy: ContentDirective | undefined;

  /** The location that the request is in. */
  get match(): LocationMatch | undefined {
    return this.#match;
  }

  set match(match: LocationMatch | undefined) {
    this.#match = match;
    const outer = match?.location.block ?? this.arrival.server.block;
    this.contentBy = contentIn(outer);
    const block = this.environment.rules.blockForMethod(outer, this.method);
    if (block !== outer) this.enterCondition(block);
    const use = match === undefined ? 'off' : bodyInFileOnly.of(match.location.block);
    if (use !== 'off') this.bodyFileUse = use;
    if (match !== undefined && match.captures.length > 0) this.groups.take({ ...match, groups: match.captures });
  }

  /** The innermost block that the request is in. */
  get block(): Block {
    if (this.#condition !== undefined && this.#condition.match === this.#match) return this.#condition.block;
    return this.#match?.location.block ?? this.arrival.server.block;
  }

  /**
   * What a block with a condition says holds until the request has another location, or enters the next one. What makes the content is what
   * the last one said that says so.
   */
  enterCondition(block: Block): void {
    this.#condition = { block, match: this.#match };
    const said = contentIn(block);
    if (said !== undefined || block.context === 'limit_except') this.contentBy = said;
  }

  /** The protocol as written; empty where it is none that the host speaks, `undefined` where there is none. */
  get protocol(): ByteString | undefined {
    const { requestLine = '', httpVersion, writtenTarget } = this.main.arrival;
    if (httpVersion === '0.9') return undefined;
    const written = requestLine.lastIndexOf(' HTTP/');
    if (writtenTarget === '') return written < 0 ? undefined : '';
    return written < 0 ? `HTTP/${httpVersion}` : requestLine.slice(written + 1);
  }

  get requestLine(): ByteString {
    const { requestLine, method, writtenTarget, httpVersion } = this.main.arrival;
    return requestLine ?? `${method} ${writtenTarget} HTTP/${httpVersion}`;
  }

  readonly capture = (group: string): ByteString | undefined => this.groups.get(group);

  readonly uninitialized = (name: string): void => {
    if (this.environment.rules.warnsOfUninitialized(this.block))
      this.logLine('warn', `using uninitialized "${name}" variable`);
  };

  readonly matched = (match: RegexMatch): void => this.groups.take(match);

  /** Takes another target; the next phases find the location anew. */
  redirect(target: Pick<RequestTarget, 'uri' | 'args'>): void {
    this.isOutsideLocation = false;
    this.uri = target.uri;
    this.args = target.args;
    this.match = undefined;
    this.internal = true;
    this.redirects += 1;
  }

  /** Enters a named location without looking for one. */
  enter(location: Location): void {
    this.match = plain(location);
    this.internal = true;
    this.redirects += 1;
  }

  log(level: LogLevel, message: string | Buffer): void {
    this.environment.logOf(this.block).write(level, message, this.client.number);
  }

  /**
   * Writes a line of the host about this request; `failure` is what the system said, as `systemError` tells it, `headers` those that
   * were known then.
   */
  logLine(level: LogLevel, message: ByteString, failure?: string, headers = this.headersIn): void {
    const { client } = this;
    const { server } = this.arrival;
    this.environment.logOf(this.block).write(level, Buffer.from(message, 'latin1'), client.number, {
      client: client.remoteAddress,
      server: byteStringOf(server.names[0] ?? ''),
      request: this.requestLine,
      upstream: (this.taken ?? this).upstream,
      subrequest: this.parent === undefined ? this.taken?.uri : this.uri,
      host: headers.first('host'),
      referrer: headers.first('referer'),
      failure,
      doing: tellsDoing.test(message) ? undefined : this.doing,
    });
  }

  /** Writes a line of the host about the end of this request, of which nothing else is known any more. */
  logEnd(level: LogLevel, message: ByteString): void {
    const { remoteAddress: client, listening: server, number } = this.client;
    const about = { client, server, doing: 'closing request' };
    this.environment.logOf(this.block).write(level, Buffer.from(message, 'latin1'), number, about);
  }
}

/** 32 hexadecimal digits of chance. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex');
}

/** A header line that is left out for its name. */
export interface IgnoredLine {
  readonly line: ByteString;
  /** How many of the names and values in {@link Head.headers} stand before it. */
  readonly at: number;
}
