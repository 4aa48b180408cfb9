import { scopeOf } from '../configuration/block.js';
import { accepted, type DirectiveRule, listSetting, type Reading, setting } from '../configuration/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../configuration/error.js';
import { ListSetting } from '../configuration/setting.js';
import type { Template } from '../configuration/template.js';
import { size, variableNameOf, word } from '../configuration/values.js';
import { path } from '../core/directives.js';
import { parseListen } from '../core/listen.js';
import { location } from './location-pattern.js';

/** What the rewrite phase does, in the order written. */
export type RewriteStep =
  | { readonly kind: 'set'; readonly name: string; readonly value: Template }
  | { readonly kind: 'return'; readonly status: number; readonly text: Template | undefined };

/** Blocks that inherit from each other. */
export const withinHttp: readonly string[] = ['http', 'server', 'location'];
const inServer = ['server'];
const inRewrite = ['server', 'location'];
const many = Number.POSITIVE_INFINITY;

const standardTypes: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
]);

const own = { inherit: 'nothing' } as const;
export const listens = listSetting('listen', inServer, parseListen, [], { arity: [1, many], ...own });
export const serverNames = listSetting('server_name', inServer, lowerCase, [], { arity: [1, many], ...own });
export const internal = setting('internal', ['location'], () => true, false, { arity: [0, 0], ...own });
export const defaultType = setting('default_type', withinHttp, word, 'text/plain');
export const types = setting('types', withinHttp, readTypes, standardTypes, { arity: [0, 0], opens: 'list' });
export const clientMaxBodySize = setting('client_max_body_size', withinHttp, size, 1024 ** 2);
export const clientBodyBufferSize = setting('client_body_buffer_size', withinHttp, size, 16 * 1024);
export const accessLogs = listSetting('access_log', withinHttp, accessDestination, [], { arity: [1, many] });
export const rewriteSteps = new ListSetting<RewriteStep>([], 'nothing');

/** Directives inside of an `http` block. */
export const httpDirectives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['http'], arity: [0, 0], opens: 'server' },
  { name: 'location', contexts: ['server', 'location'], arity: [1, 2], opens: 'location', read: location },
  { name: 'return', contexts: inRewrite, arity: [1, 2], read: returnStep },
  { name: 'set', contexts: inRewrite, arity: [2, 2], read: setStep },
  listens,
  serverNames,
  internal,
  defaultType,
  types,
  clientMaxBodySize,
  clientBodyBufferSize,
  { name: 'keepalive_timeout', contexts: withinHttp, arity: [1, 2], once: true },
  accessLogs,
  { name: 'log_format', contexts: ['http'], arity: [2, many] },
  ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(temporaryPath),
  ...accepted(withinHttp, 'sendfile', 'tcp_nopush', 'tcp_nodelay'),
];

/** A file that access is logged to. */
export interface AccessDestination extends ConfigurationPosition {
  readonly path: string;
}

/** `off` takes away what the outer blocks log. Lines have the combined form, whatever format is named. */
function accessDestination(words: readonly string[], reading: Reading): readonly AccessDestination[] {
  const { file, line } = reading.place;
  return words[0] === 'off' ? [] : [{ path: path(words, reading), file, line }];
}

function temporaryPath(what: string): DirectiveRule {
  return { name: `${what}_temp_path`, contexts: withinHttp, arity: [1, 4] };
}

function lowerCase(words: readonly string[]): readonly string[] {
  return words.map((name) => name.toLowerCase());
}

function readTypes(_: readonly string[], { entries }: Reading): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ name, arguments: extensions }) => extensions.map((one) => [one.toLowerCase(), name] as const)),
  );
}

function returnStep({ words, place, block }: Reading): void {
  const [first = '', second] = words;
  const scope = scopeOf(block);
  if (/^(https?:\/\/|\$scheme)/.test(first) && second === undefined) {
    rewriteSteps.add(block, { kind: 'return', status: 302, text: scope.template(first, place) });
    return;
  }
  if (!/^\d{1,3}$/.test(first)) throw new ConfigurationError(`invalid return code "${first}"`, place);
  const text = second === undefined ? undefined : scope.template(second, place);
  rewriteSteps.add(block, { kind: 'return', status: Number(first), text });
}

function setStep({ words, place, block }: Reading): void {
  const [target = '', text = ''] = words;
  const scope = scopeOf(block);
  const name = variableNameOf(target, place);
  if (!scope.isAssignable(name)) scope.declare(name, { kind: 'assigned' }, place);
  rewriteSteps.add(block, { kind: 'set', name, value: scope.template(text, place) });
}
