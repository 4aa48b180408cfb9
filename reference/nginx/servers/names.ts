import { hostname } from 'node:os';
import { listSetting, many, type Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { type Regex, RegexExhausted, type RegexMatch } from '../../host/support/settings/regex.js';
import { ListSetting } from '../../host/support/settings/setting.js';
import { capturingRegex } from '../../host/support/settings/values.js';

/** The pattern of a server's names. */
type ServerNamePattern =
  | { readonly kind: 'exact'; readonly text: string }
  /** All names with this ending, `*.example.org`. */
  | { readonly kind: 'ending'; readonly text: string }
  /** All names with this beginning, `www.*`. */
  | { readonly kind: 'start'; readonly text: string }
  | { readonly kind: 'regex'; readonly regex: Regex };

/** The names of servers as they are shown. */
export const serverNames = listSetting('server_name', ['server', 'stream server'], shownNames, [], {
  arity: [1, many],
  inherit: 'nothing',
});

/** The patterns of server names. */
export const serverNamePatterns = new ListSetting<ServerNamePattern>([], 'nothing');

function shownNames(words: readonly string[], reading: Statement): readonly string[] {
  for (const word of words) serverNamePatterns.add(reading.block, ...patternsOf(named(word), reading));
  return words.map((word) => (word.startsWith('~') ? word : named(word).toLowerCase().replace(/^\./, '')));
}

function named(word: string): string {
  return word === '$hostname' ? hostname() : word;
}

function patternsOf(name: string, reading: Statement): readonly ServerNamePattern[] {
  const { place } = reading;
  if (name.startsWith('~')) return [regexOf(name, reading)];
  if (/^\*(?!\..)|^\.$/s.test(name)) throw new ConfigurationError(`server name "${name}" is invalid`, place);
  if (name.includes('/')) reading.warn(`server name "${name}" has suspicious symbols`);
  const text = name.toLowerCase();
  if (siblings(reading) > 0 && (/\.\.|\0|.\*.|\*.*\*/s.test(text) || /[^.]\*$/.test(text)))
    throw new ConfigurationError(`invalid server name or wildcard "${name}"`, place);
  if (text.startsWith('*.')) return [{ kind: 'ending', text: text.slice(1) }];
  if (text.endsWith('.*')) return [{ kind: 'start', text: text.slice(0, -1) }];
  if (!text.startsWith('.')) return [{ kind: 'exact', text }];
  return [
    { kind: 'exact', text: text.slice(1) },
    { kind: 'ending', text },
  ];
}

/** With several servers, names are combined and checked more strictly. */
function siblings({ block }: Statement): number {
  return (block.parent?.inner(block.context).length ?? 1) - 1;
}

/** Letter case matters if the expression has no capital letter. */
function regexOf(name: string, { block, place }: Statement): ServerNamePattern {
  const source = name.slice(1);
  if (source === '') throw new ConfigurationError(`empty regex in server name "${name}"`, place);
  return { kind: 'regex', regex: capturingRegex(source, /[A-Z]/.test(source), block, place) };
}

/** How well a server's name matches the requested one: exact names take precedence over others, and long ones over short ones. */
export function fitOf(pattern: ServerNamePattern, host: string): number {
  switch (pattern.kind) {
    case 'exact':
      return pattern.text === host ? Number.POSITIVE_INFINITY : 0;
    case 'ending':
      return host.length > pattern.text.length && host.endsWith(pattern.text) ? LONG * 2 + pattern.text.length : 0;
    case 'start':
      return host.length > pattern.text.length && host.startsWith(pattern.text) ? LONG + pattern.text.length : 0;
    case 'regex':
      return matchOf(pattern.regex, host) === undefined ? 0 : 1;
  }
}

/** A name whose match takes too long does not match: there is no request yet that could fail. */
function matchOf(regex: Regex, host: string): RegexMatch | undefined {
  try {
    return regex.match(host);
  } catch (error) {
    if (error instanceof RegexExhausted) return undefined;
    throw error;
  }
}

/** Longer than any name. */
const LONG = 100_000;

/** The captures of the regular expression that a name matches, if no other pattern matches it. */
export function regexMatchOf(patterns: readonly ServerNamePattern[], host: string): RegexMatch | undefined {
  if (patterns.every(({ kind }) => kind !== 'regex') || patterns.some((pattern) => fitOf(pattern, host) > 1))
    return undefined;
  for (const pattern of patterns) {
    const match = pattern.kind === 'regex' ? matchOf(pattern.regex, host) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}
