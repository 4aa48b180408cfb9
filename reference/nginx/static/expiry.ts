import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { httpDate } from '../../host/support/http-date.js';
import { scopeOf, withinHttpIf } from '../../host/support/settings/block.js';
import { optionalSetting, type Statement } from '../../host/support/settings/directive.js';
import { misused } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { timeOf } from '../../host/support/settings/values.js';

/** How long a response may be cached; a negative time forbids it. */
type ExpiryTime =
  | { readonly kind: 'off' | 'epoch' | 'max' }
  | { readonly kind: 'after'; readonly since: 'access' | 'modified'; readonly milliseconds: number }
  | { readonly kind: 'daily'; readonly milliseconds: number };

interface ExpiryRule {
  /** The words, which may contain variables. */
  readonly text: Template;
  readonly since: 'access' | 'modified';
}

const epoch: Caching = { expires: 'Thu, 01 Jan 1970 00:00:01 GMT', cacheControl: 'no-cache' };
const forever: Caching = { expires: 'Thu, 31 Dec 2037 23:55:55 GMT', cacheControl: 'max-age=315360000' };

/** Values of the two headers. */
interface Caching {
  readonly expires: ByteString;
  readonly cacheControl: ByteString;
}

export const expires = optionalSetting<ExpiryRule>('expires', withinHttpIf, readRule, { arity: [1, 2] });

/** The caching headers of a response; `undefined` without any. */
export function cachingOf(request: HttpRequest): Caching | undefined {
  const rule = expires.of(request.block);
  if (rule === undefined) return undefined;
  const expiry = parse(request.variables.evaluate(rule.text), rule.since) ?? { kind: 'off' };
  switch (expiry.kind) {
    case 'off':
      return undefined;
    case 'epoch':
      return epoch;
    case 'max':
      return forever;
    case 'daily':
      return until(nextAt(expiry.milliseconds));
    case 'after': {
      const start = expiry.since === 'modified' ? request.response.headers.lastModified : undefined;
      const end = until((start ?? Date.now()) + expiry.milliseconds);
      return expiry.milliseconds < 0 ? { ...end, cacheControl: 'no-cache' } : end;
    }
    default:
      return expiry satisfies never;
  }
}

function until(time: number): Caching {
  const left = Math.floor(time / 1000) - Math.floor(Date.now() / 1000);
  return { expires: httpDate(time), cacheControl: left < 0 ? 'no-cache' : `max-age=${left}` };
}

/** The next occurrence of a time of the local day. */
function nextAt(milliseconds: number): number {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const today = midnight + milliseconds;
  return today > now.getTime() ? today : today + 86_400_000;
}

function readRule(words: readonly string[], { block, place }: Statement): ExpiryRule {
  const [first = '', second] = words;
  if (second !== undefined && first !== 'modified') throw misused('expires', 'invalid value', place);
  const since = second === undefined ? 'access' : 'modified';
  const text = scopeOf(block).template(second ?? first, place);
  const isPlain = text.every(({ kind }) => kind === 'literal');
  if (isPlain && parse(second ?? first, since) === undefined) {
    throw misused(
      'expires',
      isLateDaily(first) ? 'daily time value must be less than 24 hours' : 'invalid value',
      place,
    );
  }
  return { text, since };
}

function isLateDaily(text: string): boolean {
  return text.startsWith('@') && timeOf(text.slice(1)) !== undefined;
}

function parse(text: string, since: 'access' | 'modified'): ExpiryTime | undefined {
  if (since === 'access' && (text === 'off' || text === 'epoch' || text === 'max')) return { kind: text };
  if (text === '' && since === 'access') return { kind: 'off' };
  const { sign = '', time = '' } = /^(?<sign>[@+-]?)(?<time>.+)$/.exec(text)?.groups ?? {};
  const milliseconds = timeOf(time);
  if (milliseconds === undefined) return undefined;
  if (sign === '@')
    return since === 'access' && milliseconds <= 86_400_000 ? { kind: 'daily', milliseconds } : undefined;
  return { kind: 'after', since, milliseconds: sign === '-' ? -milliseconds : milliseconds };
}
