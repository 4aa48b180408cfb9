import { versionNumber } from '../../../host/http/http-version.js';
import type { HttpRequest } from '../../../host/http/request.js';
import type { ByteString } from '../../../host/support/byte-string.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { type DirectiveRule, listSetting, many, setting } from '../../../host/support/settings/directive.js';
import { Regex } from '../../../host/support/settings/regex.js';
import { flag, oneOf, someOf } from '../../../host/support/settings/values.js';

const proxiedRules = [
  'off',
  'expired',
  'no-cache',
  'no-store',
  'private',
  'no_last_modified',
  'no_etag',
  'auth',
  'any',
] as const;
type GzipProxiedRule = (typeof proxiedRules)[number];

const oldest = setting<'1.0' | '1.1'>('gzip_http_version', withinHttp, oneOf('1.0', '1.1'), '1.1');
const proxied = setting<readonly GzipProxiedRule[]>('gzip_proxied', withinHttp, someOf(...proxiedRules), ['off'], {
  arity: [1, many],
});
/** User agents that cannot decompress. */
const disabled = listSetting<Regex>(
  'gzip_disable',
  withinHttp,
  (words, { place }) => words.map((word) => new Regex(word === 'msie6' ? oldExplorers : word, true, place)),
  [],
  { arity: [1, many] },
);
export const varies = setting('gzip_vary', withinHttp, flag, false);

/** Directives about which clients accept compressed bodies. */
export const acceptDirectives: readonly DirectiveRule[] = [oldest, proxied, disabled, varies];

const oldExplorers = 'MSIE [4-6]\\.(?!.*SV1)';

/** Whether a client may get a compressed response. Subrequests may not. */
export function acceptsGzip(request: HttpRequest): boolean {
  const { block, headersIn, arrival, parent } = request;
  if (parent !== undefined || !namesGzip(headersIn.first('accept-encoding') ?? '')) return false;
  if (versionNumber(arrival.httpVersion) < versionNumber(oldest.of(block))) return false;
  if (headersIn.has('via') && !isForProxies(request, new Set(proxied.of(block)))) return false;
  const agent = headersIn.first('user-agent');
  return agent === undefined || !disabled.of(block).some((pattern) => pattern.match(agent) !== undefined);
}

/** The first `gzip` that is a separate word counts, with its quality. */
function namesGzip(accepted: ByteString): boolean {
  const [, rest] = /(?:^|[, ])gzip(.*)$/is.exec(accepted) ?? [];
  if (rest === undefined) return false;
  const { parameter } = /^ *(?:(?:,.*)?$|;(?<parameter>.*)$)/s.exec(rest)?.groups ?? { parameter: 'no' };
  if (parameter === undefined || /^ *$/.test(parameter)) return true;
  const { quality = '0' } = /^ *q=(?<quality>[01](?:\.\d{0,3})?)(?:[, ].*)?$/is.exec(parameter)?.groups ?? {};
  return Number(quality) > 0 && Number(quality) <= 1;
}

/** Whether a response for a proxy may be compressed. */
function isForProxies(
  { headersIn, response: { headers: headersOut } }: HttpRequest,
  kinds: ReadonlySet<GzipProxiedRule>,
): boolean {
  if (kinds.has('off')) return false;
  if (kinds.has('any') || (kinds.has('auth') && headersIn.has('authorization'))) return true;
  const [expires] = headersOut.all('Expires');
  if (expires !== undefined) return kinds.has('expired') && Date.parse(expires) <= Date.now();
  const caching = headersOut.all('Cache-Control').join(', ');
  const ofCaching = (['no-cache', 'no-store', 'private'] as const).some(
    (word) => kinds.has(word) && new RegExp(`(?:^|[, ])${word}(?:[ ,;=]|$)`, 'i').test(caching),
  );
  if (caching !== '') return ofCaching;
  if (kinds.has('no_last_modified') && !headersOut.has('Last-Modified')) return true;
  return kinds.has('no_etag') && !headersOut.has('ETag');
}
