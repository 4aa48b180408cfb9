/**
 * 2/http-request-object/r-method, 2/http-request-object/r-uri, 2/http-request-object/r-args, 2/http-request-object/r-internal,
 * 2/http-request-object-methods/r-internal-redirect: the current target of a request, and the location for it.
 */
import type { ByteString } from '../support/byte-string.js';
import type { Block } from '../support/settings/block.js';
import { type ContentDirective, contentIn } from '../support/settings/content-by.js';
import { Groups } from '../support/settings/groups.js';
import type { RegexMatch } from '../support/settings/regex.js';
import { bodyInFileOnly, type FileUse } from './body/settings.js';
import { type HttpServer, type Location, type LocationMatch, plain } from './server.js';
import type { RequestTarget } from './uri.js';

/** Decisions that directives of nginx make about a request. */
export interface HttpRules {
  /** The captures of a server's name, if the name is a regular expression that has matched. */
  readonly serverNameMatch: (server: HttpServer, host: ByteString | undefined) => RegexMatch | undefined;
  /** The block of a location that applies to a method. */
  readonly blockForMethod: (location: Block, method: ByteString) => Block;
  readonly warnsOfUninitialized: (block: Block) => boolean;
  /** The media type for a URI; empty without one. */
  readonly mediaType: (uri: ByteString, block: Block) => ByteString;
}

/** The initial data of a route. */
interface RouteStart {
  readonly method: ByteString;
  readonly target: RequestTarget;
  readonly server: HttpServer;
  /** The requested host name, in lower case. */
  readonly host?: ByteString | undefined;
}

/** Redirects that one request may take. */
const mostRedirects = 10;

/** The current target of a request: rewriting, locations, conditions and redirects change it. */
export class RequestRoute {
  readonly #rules: HttpRules;
  readonly #server: HttpServer;
  /** A redirect to an error page makes it GET. */
  method: ByteString;
  uri: ByteString;
  args: ByteString;
  /** Whether there are arguments, even empty ones. */
  hasArgs: boolean;
  /** Whether a redirect or a parent brought the request here. */
  internal: boolean;
  readonly groups: Groups;
  /** Redirects so far; scripts restart after each. */
  redirects = 0;
  /** Changes of the target that the request may still make. */
  redirectsLeft = mostRedirects;
  /** Whether a rewrite has changed the URI since the location was found. */
  isOutsideLocation = false;
  /** Whether an error page answers the request. */
  onErrorPage = false;
  /** Whether the request is refused because of its head. */
  isRefused = false;
  /** The directive that makes the content. */
  contentBy: ContentDirective | undefined;
  /** How the locations so far want the body written to files. */
  bodyFileUse: FileUse = 'off';
  #match: LocationMatch | undefined;
  /** The conditional block that the request is in, and the location match that it belongs to. */
  #condition: { readonly block: Block; readonly match: LocationMatch | undefined } | undefined;

  /** `parent` is the route of a subrequest's parent. */
  constructor(rules: HttpRules, { method, target, server, host }: RouteStart, parent: RequestRoute | undefined) {
    this.#rules = rules;
    this.#server = server;
    this.method = method;
    this.uri = target.uri;
    this.args = target.args;
    this.hasArgs = parent === undefined ? /\?./.test(target.unparsed) : target.args !== '';
    this.internal = parent !== undefined;
    this.groups = new Groups(parent?.groups);
    const byName = rules.serverNameMatch(server, host);
    if (byName !== undefined) this.groups.take(byName);
  }

  /** The location that the request is in. */
  get match(): LocationMatch | undefined {
    return this.#match;
  }

  set match(match: LocationMatch | undefined) {
    this.#match = match;
    const outer = match?.location.block ?? this.#server.block;
    this.contentBy = contentIn(outer);
    const block = this.#rules.blockForMethod(outer, this.method);
    if (block !== outer) this.enterCondition(block);
    const use = match === undefined ? 'off' : bodyInFileOnly.of(match.location.block);
    if (use !== 'off') this.bodyFileUse = use;
    if (match !== undefined && match.captures.length > 0) this.groups.take({ ...match, groups: match.captures });
  }

  /** The innermost block that the request is in. */
  get block(): Block {
    if (this.#condition !== undefined && this.#condition.match === this.#match) return this.#condition.block;
    return this.#match?.location.block ?? this.#server.block;
  }

  /**
   * Enters a conditional block, which applies until the request enters another location or block. The last block with a content directive
   * decides what makes the content.
   */
  enterCondition(block: Block): void {
    this.#condition = { block, match: this.#match };
    const by = contentIn(block);
    if (by !== undefined || block.context === 'limit_except') this.contentBy = by;
  }

  /** Sets another target; the next phases find the location again. */
  redirect(target: Pick<RequestTarget, 'uri' | 'args'>): void {
    this.isOutsideLocation = false;
    this.uri = target.uri;
    this.args = target.args;
    this.match = undefined;
    this.internal = true;
    this.redirects += 1;
  }

  /** Enters a named location directly. */
  enter(location: Location): void {
    this.match = plain(location);
    this.internal = true;
    this.redirects += 1;
  }
}
