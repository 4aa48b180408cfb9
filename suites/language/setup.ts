/**
 * The required configuration of a host: a tree of directives for its main, http and stream parts. Cases of one session are
 * merged by concatenation, equal nodes once; a target renders the tree in its host's own language.
 */
import { isList } from './plain.js';
import type { HttpRequestObject, StreamSessionObject, World } from './world.js';

/**
 * A function lifted into the target by its source, like a probe; `more` are further arguments of the host after the subject.
 */
export type HttpHandler = (r: HttpRequestObject, t: World, ...more: never[]) => unknown;
export type StreamHandler = (s: StreamSessionObject, t: World, ...more: never[]) => unknown;
export type Handler = HttpHandler | StreamHandler;

/** A port by its name within the case: of a `listen` directive of the host, or otherwise of a peer of ours. */
export interface Port {
  readonly port: string;
}

/** A path below the case's own prefix. */
export interface OwnPath {
  readonly path: string;
}

/** A shared dictionary zone for each case; `ownName` returns its name. */
interface OwnZone {
  readonly zone: string;
  readonly size: string;
}

/** A file in the session's folder with this content. */
export interface SetupFile {
  readonly file: string;
  readonly content: string;
}

type ArgOf<H> = string | H | Port | OwnPath | OwnZone | SetupFile;
export type Arg = ArgOf<Handler>;

export interface SetupDirective {
  readonly name: string;
  readonly args: readonly Arg[];
  readonly block?: readonly SetupDirective[];
}

/** Directives of the main level; `http` and `stream` blocks among them. */
export type Setup = readonly SetupDirective[];

export const directive = (name: string, ...args: readonly Arg[]): SetupDirective => ({ name, args });
export const port = (name: string): Port => ({ port: name });
export const path = (below: string): OwnPath => ({ path: below });
export const file = (name: string, content: string): SetupFile => ({ file: name, content });

/** The arguments of one directive, or of several with that name; `true` for one without arguments; or a block. */
type Value<H = HttpHandler> = ArgOf<H> | true | BlockDirective<H> | readonly (ArgOf<H> | readonly ArgOf<H>[])[];

/** Directives by name, as `{ satisfy: 'any', set: ['$a', '1'] }`. */
export interface Settings<H = HttpHandler> {
  readonly [name: string]: Value<H>;
}

interface BlockDirective<H = HttpHandler> {
  readonly args: readonly ArgOf<H>[];
  readonly settings: Settings<H>;
}

/** A directive with a block, as a value of settings: `{ if: block(['($arg_a)'], { set: ['$b', '1'] }) }`. */
export const block = (args: readonly ArgOf<HttpHandler>[], settings: Settings): BlockDirective => ({ args, settings });

/** Directives directly in the host's http block; locations go to the server that all cases share. */
export const http = (...directives: readonly SetupDirective[]): SetupDirective => ({
  name: 'http',
  args: [],
  block: directives,
});
/** Directives of the server that all cases share, such as common locations; equal ones are merged. */
export const inServer = (...directives: readonly SetupDirective[]): SetupDirective => ({
  name: 'server',
  args: [],
  block: directives,
});
export const stream = (...directives: readonly SetupDirective[]): SetupDirective => ({
  name: 'stream',
  args: [],
  block: directives,
});

/** A stream server of the case that listens on a port with that name. */
export const server = (
  name: string,
  settings: Settings<StreamHandler>,
  ...more: readonly SetupDirective[]
): SetupDirective => ({
  name: 'server',
  args: [],
  block: [directive('listen', port(name)), ...directivesOf(settings), ...more],
});

type Match = 'prefix' | 'exact' | 'regex';
const SIGNS: { readonly [match in Match]: readonly string[] } = { prefix: [], exact: ['='], regex: ['~'] };

/** A location below the case's own prefix. */
export const location = (below: string, settings: Settings, match: Match = 'exact'): SetupDirective => ({
  name: 'location',
  args: [...SIGNS[match], path(below)],
  block: directivesOf(settings),
});

/** A location that cases share; `where` is the text after the word: `= /path` or `@name`. */
export const sharedLocation = (where: string, settings: Settings): SetupDirective => ({
  name: 'location',
  args: where.split(' '),
  block: directivesOf(settings),
});

/**
 * An HTTP server that listens on the case's port `own`. Keys of its locations are the text after the word; the settings are
 * for all of them.
 */
export const inOwnServer = (
  locations: { readonly [where: string]: Settings },
  settings: Settings = {},
): SetupDirective => ({
  name: 'server',
  args: [],
  block: [
    directive('listen', port('own')),
    ...directivesOf(settings),
    ...Object.entries(locations).map(([where, settings]) => sharedLocation(where, settings)),
  ],
});

/** A shared dictionary zone; sizes and times as the directive writes them. */
export interface Zone {
  readonly name: string;
  readonly size: string;
  readonly type?: 'string' | 'number';
  readonly timeout?: string;
  readonly evict?: boolean;
}

/** 2/shared-dictionary-srv-shared-shared-dict: zones with the same name must be equal in all cases of a session. */
export const zone = (of: Zone): SetupDirective => zoneAs(`zone=${of.name}:${of.size}`, of);

/** The same with a name for each case, so that no other case stores entries in it. */
export const ownZone = (of: Zone): SetupDirective => zoneAs({ zone: of.name, size: of.size }, of);

/** The name of a zone of the case, of letters, digits and underscores. `at` places paths of the case. */
export const ownName = (at: (path: string) => string, name: string): string =>
  `${name}${at('')}`.replace(/[^A-Za-z0-9]+/g, '_');

const zoneAs = (first: string | OwnZone, { type, timeout, evict = false }: Zone): SetupDirective =>
  directive(
    'js_shared_dict_zone',
    first,
    ...(type === undefined ? [] : [`type=${type}`]),
    ...(timeout === undefined ? [] : [`timeout=${timeout}`]),
    ...(evict ? ['evict'] : []),
  );

/** A variable that scripts assign. */
export const jsVar = (name: string, ...initial: readonly string[]): SetupDirective =>
  directive('js_var', `$${name}`, ...initial);
/** A variable that a handler computes. */
export const jsSet = (name: string, handler: HttpHandler): SetupDirective => directive('js_set', `$${name}`, handler);

/** The directives of settings, in order. */
export function directivesOf(settings: Settings<Handler>): SetupDirective[] {
  return Object.entries(settings).flatMap(([name, value]) => directivesNamed(name, value));
}

function directivesNamed(name: string, value: Value<Handler>): SetupDirective[] {
  if (value === true) return [{ name, args: [] }];
  if (isList(value))
    return value.some(isList)
      ? value.map((args) => ({ name, args: isList(args) ? args : [args] }))
      : [{ name, args: value.filter(isArg) }];
  if (isBlock(value)) return [{ name, args: value.args, block: directivesOf(value.settings) }];
  return [{ name, args: [value] }];
}

const isArg = (value: Arg | readonly Arg[]): value is Arg => !Array.isArray(value);
const isBlock = (value: Arg | BlockDirective<Handler>): value is BlockDirective<Handler> =>
  typeof value === 'object' && 'settings' in value;
