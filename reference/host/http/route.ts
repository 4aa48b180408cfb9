/**
 * 2/http-request-object/r-method, 2/http-request-object/r-uri, 2/http-request-object/r-args, 2/http-request-object/r-internal,
 * 2/http-request-object-methods/r-internal-redirect: what a request asks for at present, and the place that answers it.
 */
import type { ByteString } from '../support/byte-string.js';
import type { Block } from '../support/settings/block.js';
import { type ContentDirective, contentIn } from '../support/settings/content-by.js';
import { Groups } from '../support/settings/groups.js';
import type { RegexMatch } from '../support/settings/regex.js';
import { bodyInFileOnly, type FileUse } from './body/settings.js';
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

/** What a route begins with. */
export interface RouteStart {
  readonly method: ByteString;
  readonly target: RequestTarget;
  readonly server: HttpServer;
  /** The name that the client asks for, in lower case. */
  readonly host?: ByteString | undefined;
}

/** Redirects that one request may take. */
const mostRedirects = 10;

/** Where a request goes: rewriting, locations, conditions and redirects change it. */
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
  /** Redirects so far; scripts start again after each. */
  redirects = 0;
  /** Changes of the target that the request may still take. */
  redirectsLeft = mostRedirects;
  /** Whether a rewriting gave the request a URI that its location was not found by. */
  isOutsideLocation = false;
  /** Whether an error page answers the request. */
  onErrorPage = false;
  /** Whether the request is refused for its head, whatever it asks for. */
  isRefused = false;
  /** The directive that makes the content. */
  contentBy: ContentDirective | undefined;
  /** What locations on the way want of files for the body. */
  bodyFileUse: FileUse = 'off';
  #match: LocationMatch | undefined;
  /** The block with a condition that the request is in, and the match that it belongs to. */
  #condition: { readonly block: Block; readonly match: LocationMatch | undefined } | undefined;

  /** `parent` is the route of the request that this one is a subrequest of. */
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
   * Enters a block with a condition, which holds until the request has another location or enters the next one. The last block that
   * names what makes the content decides that.
   */
  enterCondition(block: Block): void {
    this.#condition = { block, match: this.#match };
    const by = contentIn(block);
    if (by !== undefined || block.context === 'limit_except') this.contentBy = by;
  }

  /** Takes another target; the next phases find the location again. */
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
}
