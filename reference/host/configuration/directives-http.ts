import { embeddedVariable } from '../http/embedded.js';
import { octetsOf } from '../octets.js';
import type { LocationPattern } from './configuration.js';
import type { DirectiveRule, Reading } from './directives.js';
import type { Context } from './draft.js';
import { ConfigurationError, type Place } from './error.js';
import { sizeOf, variableNameOf } from './values.js';

const withinHttp: readonly Context[] = ['http', 'server', 'location'];
const many = Number.POSITIVE_INFINITY;

/** Directives of the HTTP server itself. */
export const httpDirectives: Readonly<Record<string, DirectiveRule>> = {
  http: { contexts: ['main'], arity: [0, 0], opens: 'http', once: true },
  server: { contexts: ['http'], arity: [0, 0], opens: 'server' },
  location: { contexts: ['server', 'location'], arity: [1, 2], opens: 'location', read: location },
  listen: { contexts: ['server'], arity: [1, many], read: listen },
  server_name: { contexts: ['server'], arity: [1, many], read: serverName },
  return: { contexts: ['server', 'location'], arity: [1, 2], read: returnStep },
  set: { contexts: ['server', 'location'], arity: [2, 2], read: set },
  internal: { contexts: ['location'], arity: [0, 0], read: internal },
  default_type: { contexts: withinHttp, arity: [1, 1], once: true, read: defaultType },
  types: { contexts: withinHttp, arity: [0, 0], opens: 'list', once: true },
  client_max_body_size: { contexts: withinHttp, arity: [1, 1], once: true, read: clientMaxBodySize },
  client_body_buffer_size: { contexts: withinHttp, arity: [1, 1], once: true, read: clientBodyBufferSize },
  keepalive_timeout: { contexts: withinHttp, arity: [1, 2], once: true },
};

function location({ words, place, block, draft }: Reading): void {
  block.pattern = locationPattern(words, place);
  if (block.pattern.kind !== 'regex') return;
  for (const [, name] of block.pattern.regex.source.matchAll(/\(\?<(\w+)>/g)) {
    if (name !== undefined) draft.declare(name.toLowerCase(), { kind: 'capture' }, place);
  }
}

function locationPattern(words: readonly string[], place: Place): LocationPattern {
  const [first = '', second] = words;
  if (second === undefined) {
    if (first.startsWith('@')) return { kind: 'named', name: first.slice(1) };
    // A modifier may be written without a blank before its pattern.
    const joined = /^(=|\^~|~\*|~)(.+)$/.exec(first);
    if (joined?.[1] !== undefined && joined[2] !== undefined) return locationPattern([joined[1], joined[2]], place);
    return { kind: 'prefix', text: octetsOf(first), overRegex: false };
  }
  if (first === '=') return { kind: 'exact', text: octetsOf(second) };
  if (first === '^~') return { kind: 'prefix', text: octetsOf(second), overRegex: true };
  if (first === '~') return { kind: 'regex', regex: regexOf(second, '', place) };
  if (first === '~*') return { kind: 'regex', regex: regexOf(second, 'i', place) };
  throw new ConfigurationError(`invalid location modifier "${first}"`, place);
}

function regexOf(source: string, flags: string, place: Place): RegExp {
  try {
    // PCRE writes named groups with a P too.
    return new RegExp(octetsOf(source).replaceAll('(?P<', '(?<'), flags);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error), place);
  }
}

function listen({ words, place, block }: Reading): void {
  const [address = '', ...options] = words;
  const defaultServer = options.includes('default_server') || options.includes('default');
  for (const option of options) {
    if (/^(default(_server)?|reuseport|backlog=\d+|so_keepalive=.+)$/.test(option)) continue;
    throw new ConfigurationError(`invalid parameter "${option}"`, place);
  }
  block.listens.push({ ...listenAddress(address, place), defaultServer });
}

type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

function listenAddress(address: string, place: Place): ListenAddress {
  if (address.startsWith('unix:')) return { kind: 'unix', path: address.slice('unix:'.length) };
  const match = /^(?:(?<host>\[[^\]]+\]|[^:]+):)?(?<port>\d+)$/.exec(address);
  const hostOnly = match === null && /^(\[[^\]]+\]|[^:]+)$/.test(address);
  const host = hostOnly ? address : (match?.groups?.host ?? '*');
  const port = hostOnly ? 80 : Number(match?.groups?.port ?? Number.NaN);
  if (!(port <= 65535)) throw new ConfigurationError(`invalid port in "${address}" of the "listen" directive`, place);
  return { kind: 'tcp', host: host === '*' ? '0.0.0.0' : host.replace(/^\[|\]$/g, ''), port };
}

function serverName({ words, block }: Reading): void {
  block.names.push(...words.map((word) => word.toLowerCase()));
}

function returnStep({ words, place, block, draft }: Reading): void {
  const [first = '', second] = words;
  if (/^(https?:\/\/|\$scheme)/.test(first) && second === undefined) {
    block.rewrite.push({ kind: 'return', status: 302, text: draft.template(first, place) });
    return;
  }
  if (!/^\d{1,3}$/.test(first)) throw new ConfigurationError(`invalid return code "${first}"`, place);
  const text = second === undefined ? undefined : draft.template(second, place);
  block.rewrite.push({ kind: 'return', status: Number(first), text });
}

function set({ words, place, block, draft }: Reading): void {
  const [target = '', text = ''] = words;
  const name = variableNameOf(target, place);
  if (!draft.variables.has(name) && embeddedVariable(name)?.set === undefined) {
    draft.declare(name, { kind: 'set' }, place);
  }
  block.rewrite.push({ kind: 'set', name, value: draft.template(text, place) });
}

function internal({ block }: Reading): void {
  block.internal = true;
}

function defaultType({ words, block }: Reading): void {
  block.settings.defaultType = words[0] ?? '';
}

function clientMaxBodySize({ words, place, block }: Reading): void {
  block.settings.clientMaxBodySize = requiredSize(words[0] ?? '', place);
}

function clientBodyBufferSize({ words, place, block }: Reading): void {
  block.settings.clientBodyBufferSize = requiredSize(words[0] ?? '', place);
}

function requiredSize(text: string, place: Place): number {
  const size = sizeOf(text);
  if (size === undefined) throw new ConfigurationError(`invalid value "${text}"`, place);
  return size;
}
