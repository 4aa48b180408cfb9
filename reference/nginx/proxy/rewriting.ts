import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { type Block, scopeOf, withinHttp } from '../../host/support/settings/block.js';
import { type DirectiveRule, listSetting, type Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, invalidParameter, misused } from '../../host/support/settings/error.js';
import type { Regex } from '../../host/support/settings/regex.js';
import { evaluateTemplate, type Template } from '../../host/support/settings/template.js';
import { capturingRegex } from '../../host/support/settings/values.js';
import { passOf, prefixOf } from './pass.js';

/** The text to find: bytes with variables, or a regular expression. */
type Pattern =
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'regex'; readonly regex: Regex };

/** A rule of `proxy_redirect` or `proxy_cookie_*`. */
type Rule =
  | { readonly kind: 'default' | 'off' }
  | { readonly kind: 'replace'; readonly pattern: Pattern; readonly by: Template };

/** Flags that a rule adds to or removes from a cookie. */
interface CookieFlags {
  readonly pattern: Pattern;
  readonly flags: readonly ByteString[];
}

const redirects = listSetting<Rule>('proxy_redirect', withinHttp, readRedirect, [{ kind: 'default' }], {
  arity: [1, 2],
});
const domains = listSetting<Rule>('proxy_cookie_domain', withinHttp, readCookieRule, [], { arity: [1, 2] });
const paths = listSetting<Rule>('proxy_cookie_path', withinHttp, readCookieRule, [], { arity: [1, 2] });
const flags = listSetting<CookieFlags>('proxy_cookie_flags', withinHttp, readFlags, [], { arity: [1, 4] });

/** Directives that rewrite headers of a response. */
export const rewritingDirectives: readonly DirectiveRule[] = [redirects, domains, paths, flags];

function readRedirect(words: readonly string[], reading: Statement): readonly Rule[] {
  checkAlone(words, redirects.own(reading.block), reading);
  const [first = '', second] = words;
  if (second !== undefined) return [replacing(first, second, reading, false)];
  if (first === 'off' || first === 'false') return [{ kind: 'off' }];
  if (first === 'default') return [byDefaultRule(reading)];
  throw invalidParameter(first, reading.place);
}

/** `off` excludes other rules. */
function checkAlone([first, second]: readonly string[], own: readonly Rule[] = [], { name, place }: Statement): void {
  const isOff = second === undefined && first === 'off';
  if (own.some(({ kind }) => kind === 'off') || (isOff && own.length > 0)) throw misused(name, 'is duplicate', place);
}

/** The default rule depends on `proxy_pass`. */
function byDefaultRule({ block, place }: Statement): Rule {
  const pass = passOf(block);
  if (pass?.kind === 'fixed') return { kind: 'default' };
  const complaint =
    pass === undefined
      ? 'should be placed after the "proxy_pass" directive'
      : 'cannot be used with "proxy_pass" directive with variables';
  throw new ConfigurationError(`"proxy_redirect default" ${complaint}`, place);
}

function readCookieRule(words: readonly string[], reading: Statement): readonly Rule[] {
  const [first = '', second] = words;
  checkAlone(words, (reading.name === 'proxy_cookie_path' ? paths : domains).own(reading.block), reading);
  if (second !== undefined) return [replacing(first.replace(/^\./, ''), second.replace(/^\./, ''), reading, true)];
  if (first === 'off') return [{ kind: 'off' }];
  throw invalidParameter(first, reading.place);
}

function replacing(from: string, to: string, reading: Statement, isCookie: boolean): Rule {
  const by = scopeOf(reading.block).template(to, reading.place);
  return { kind: 'replace', pattern: patternOf(from, reading, isCookie), by };
}

function patternOf(text: string, { block, place }: Statement, ignoresCase: boolean): Pattern {
  if (!text.startsWith('~')) return { kind: 'text', template: scopeOf(block).template(text, place) };
  const isInsensitive = text.startsWith('~*');
  const regex = capturingRegex(text.slice(isInsensitive ? 2 : 1), isInsensitive || ignoresCase, block, place);
  return { kind: 'regex', regex };
}

function readFlags([first = '', ...words]: readonly string[], reading: Statement): readonly CookieFlags[] {
  if (words.length === 0 && first === 'off') return [];
  if (words.length === 0) throw invalidParameter(first, reading.place);
  return [{ pattern: patternOf(first, reading, true), flags: words.map((word) => word.toLowerCase()) }];
}

/** A `Location` or `Refresh` as the client receives it; `undefined` if no rule applies. */
export function rewrittenLocation(request: HttpRequest, value: ByteString): ByteString | undefined {
  const rules = redirects.of(request.block);
  if (rules.some(({ kind }) => kind === 'off')) return undefined;
  for (const rule of rules) {
    const result = rule.kind === 'replace' ? replaced(request, rule, value, true) : byDefault(request.block, value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Replaces the URL of `proxy_pass` by the prefix of the location. */
function byDefault(block: Block, value: ByteString): ByteString | undefined {
  const pass = passOf(block);
  if (pass?.kind !== 'fixed') return undefined;
  const [from, to] = pass.uri === '' ? [`${pass.url}/`, '/'] : [pass.url, prefixOf(block)];
  return value.startsWith(from) ? to + value.slice(from.length) : undefined;
}

/** `isPrefix`: the text after the match is kept, as after a regular expression. */
function replaced(
  request: HttpRequest,
  { pattern, by }: Extract<Rule, { kind: 'replace' }>,
  value: ByteString,
  isPrefix: boolean,
): ByteString | undefined {
  if (pattern.kind === 'text') {
    const from = request.variables.evaluate(pattern.template);
    const found = isPrefix ? value.startsWith(from) : value.toLowerCase() === from.toLowerCase();
    return found ? request.variables.evaluate(by) + value.slice(from.length) : undefined;
  }
  const match = pattern.regex.match(value);
  if (match === undefined) return undefined;
  const captured = (name: string) =>
    /^\d$/.test(name)
      ? match.groups[Number(name)]
      : (match.named.get(name.toLowerCase()) ?? request.variables.get(name));
  return evaluateTemplate(by, captured);
}

/** A part of a cookie, without the blanks around its name and its value. */
interface CookieAttribute {
  readonly name: ByteString;
  readonly value: ByteString | undefined;
}

/** A `Set-Cookie` as the client receives it: unchanged, unless some rule applies. */
export function rewrittenCookie(request: HttpRequest, value: ByteString): ByteString {
  const parts = value.split(';').map(attributeOf);
  if (parts[0]?.value === undefined) return value;
  const flagged = withFlags(request, parts) ?? parts;
  const rewritten = flagged.map((part, at) => (at === 0 ? part : (rewrittenAttribute(request, part) ?? part)));
  if (flagged === parts && rewritten.every((part, at) => part === parts[at])) return value;
  return rewritten.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join('; ');
}

function attributeOf(text: ByteString): CookieAttribute {
  const { name = '', value } = /^ *(?<name>[^=]*?) *(?:= *(?<value>.*?) *)?$/s.exec(text)?.groups ?? {};
  return { name, value };
}

/** An attribute to which some rule applies. */
function rewrittenAttribute(request: HttpRequest, { name, value }: CookieAttribute): CookieAttribute | undefined {
  const key = name.toLowerCase();
  if (value === undefined || (key !== 'domain' && key !== 'path')) return undefined;
  const rules = (key === 'domain' ? domains : paths).of(request.block);
  for (const rule of rules) {
    const result = rule.kind === 'replace' ? replacedIn(request, rule, value, key === 'path') : undefined;
    if (result !== undefined) return { name, value: result };
  }
  return undefined;
}

/** A leading dot of a domain is not part of its text. */
function replacedIn(
  request: HttpRequest,
  rule: Extract<Rule, { kind: 'replace' }>,
  value: ByteString,
  isPath: boolean,
): ByteString | undefined {
  const hasDot = !isPath && rule.pattern.kind === 'text' && value.startsWith('.');
  const result = replaced(request, rule, hasDot ? value.slice(1) : value, isPath);
  return result !== undefined && hasDot ? `.${result}` : result;
}

/** The names of flags. */
const written: Readonly<Record<string, string>> = {
  secure: 'Secure',
  httponly: 'HttpOnly',
  'samesite=strict': 'SameSite=Strict',
  'samesite=lax': 'SameSite=Lax',
  'samesite=none': 'SameSite=None',
};

/** The attributes after a rule for the cookie's name has added and removed flags; `undefined` without a rule. */
function withFlags(request: HttpRequest, parts: readonly CookieAttribute[]): readonly CookieAttribute[] | undefined {
  const name = parts[0]?.name ?? '';
  const rule = flags.of(request.block).find(({ pattern }) => {
    if (pattern.kind === 'regex') return pattern.regex.match(name) !== undefined;
    return request.variables.evaluate(pattern.template).toLowerCase() === name.toLowerCase();
  });
  if (rule === undefined) return undefined;
  let result = parts;
  for (const flag of rule.flags) {
    const subject = flag.replace(/^no/, '').replace(/=.*$/, '');
    const text = flag.startsWith('no') ? undefined : written[flag];
    if (text === undefined && !flag.startsWith('no')) continue;
    const has = result.some((part, at) => at > 0 && part.name.toLowerCase() === subject);
    if (has ? text !== undefined && !flag.includes('=') : text === undefined) continue;
    result = result.filter((part, at) => at === 0 || part.name.toLowerCase() !== subject);
    if (text !== undefined) result = [...result, attributeOf(text)];
  }
  // If a rule applies, the cookie is serialized again, whatever the rule changes.
  return [...result];
}
