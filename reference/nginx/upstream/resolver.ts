import { lookup, Resolver } from 'node:dns/promises';
import { withinBoth } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  many,
  optionalSetting,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { milliseconds, timeOf } from '../../host/support/settings/values.js';
import { codeOf } from '../../host/support/system-errors.js';
import { addressText, readPlace } from './address.js';
import { afterSilence } from './connection.js';

/** The name servers of a block. */
export interface NameServers {
  readonly servers: readonly string[];
  readonly ipv4: boolean;
  readonly ipv6: boolean;
  /** Milliseconds for which an answer is cached, whatever its own time to live. */
  readonly valid: number | undefined;
}

/** Milliseconds after which another server is queried, or the same one again. */
const againAfter = 5000;

export const resolver = optionalSetting<NameServers>('resolver', withinBoth, readResolver, { arity: [1, many] });
export const resolverTimeout = setting('resolver_timeout', withinBoth, milliseconds, 30_000);

export const resolverDirectives: readonly DirectiveRule[] = [resolver, resolverTimeout];

function readResolver(words: readonly string[], { place }: Statement): NameServers {
  const isOption = (word: string) => /^(valid|ipv4|ipv6|status_zone)=/.test(word);
  for (const word of words) {
    if (/^ipv[46]=(?!on$|off$)/.test(word) || (word.startsWith('valid=') && timeOf(word.slice(6)) === undefined))
      throw new ConfigurationError(`invalid parameter: ${word}`, place);
  }
  if (words.includes('ipv4=off') && words.includes('ipv6=off'))
    throw new ConfigurationError('"ipv4" and "ipv6" cannot both be "off"', place);
  const servers = words.filter((word) => !isOption(word));
  if (servers.length === 0) throw new ConfigurationError('no name servers defined', place);
  for (const server of servers) {
    const read = readPlace(server, 53);
    if (typeof read === 'string') throw new ConfigurationError(`${read} in resolver "${server}"`, place);
  }
  const valid = words.findLast((word) => word.startsWith('valid='));
  return {
    servers,
    ipv4: !words.includes('ipv4=off'),
    ipv6: !words.includes('ipv6=off'),
    valid: valid === undefined ? undefined : timeOf(valid.slice('valid='.length)),
  };
}

/** Addresses of a name, or the log message if there are none. */
export type Resolution =
  | { readonly addresses: readonly string[] }
  | { readonly complaint: string; readonly reason: string; readonly timedOut: boolean };

/** A cached or pending answer. */
interface CachedAnswer {
  readonly answer: Promise<Resolution>;
  until: number;
}

/** The cached answers of a directive's name servers, by name. */
const known = new WeakMap<NameServers, Map<string, CachedAnswer>>();

/** The addresses of a name, from the cache or from name servers. */
export function resolveName(name: string, servers: NameServers, withinMs: number): Promise<Resolution> {
  const names = known.get(servers) ?? new Map<string, CachedAnswer>();
  known.set(servers, names);
  const kept = names.get(name);
  if (kept !== undefined && kept.until > performance.now()) return kept.answer;
  for (const [old, { until }] of names) if (until <= performance.now()) names.delete(old);
  const asked: CachedAnswer = {
    answer: askFor(name, servers, withinMs, (ms) => {
      asked.until = performance.now() + ms;
    }),
    until: Number.POSITIVE_INFINITY,
  };
  names.set(name, asked);
  return asked.answer;
}

/** `keep` is called with the milliseconds for which the answer is valid. */
async function askFor(
  name: string,
  { servers, ipv4, ipv6, valid }: NameServers,
  withinMs: number,
  keep: (ms: number) => void,
): Promise<Resolution> {
  const asked = new Resolver({ timeout: againAfter, tries: Math.ceil(withinMs / againAfter) + 1 });
  const sources = (await Promise.all(servers.map(serverAddresses))).flat();
  asked.setServers(sources);
  const ttl = true;
  const queries = [...(ipv4 ? [asked.resolve4(name, { ttl })] : []), ...(ipv6 ? [asked.resolve6(name, { ttl })] : [])];
  const forgo = afterSilence(withinMs, () => asked.cancel());
  const answers = await Promise.allSettled(queries);
  forgo();
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const least = Math.min(...found.map((record) => record.ttl * 1000));
  keep(found.length === 0 ? 0 : (valid ?? least));
  if (found.length > 0) return { addresses: found.map(({ address }) => address) };
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' && answer.reason instanceof Error ? [codeOf(answer.reason)] : [],
  );
  return failureOf(name, codes);
}

/** Codes of DNS answers, by the names of real hosts. */
const failures: Readonly<Record<string, string>> = {
  EFORMERR: '1: Format error',
  ESERVFAIL: '2: Server failure',
  ENOTFOUND: '3: Host not found',
  ENODATA: '3: Host not found',
  EBADNAME: '3: Host not found',
  ENOTIMP: '4: Unimplemented',
  EREFUSED: '5: Operation refused',
};

function failureOf(name: string, codes: readonly string[]): Resolution {
  const code = codes.find((one) => one in failures);
  const reason = (code === undefined ? undefined : failures[code]) ?? '110: Operation timed out';
  return { complaint: `${name} could not be resolved (${reason})`, reason, timedOut: code === undefined };
}

async function serverAddresses(server: string): Promise<readonly string[]> {
  const read = readPlace(server, 53);
  if (typeof read === 'string') return [];
  const { place } = read;
  if (place.kind === 'tcp') return [addressText(place)];
  if (place.kind === 'unix') return [];
  const { port } = place;
  return (await systemAddresses(place.host)).map((host) => addressText({ kind: 'tcp', host, port }));
}

/** The addresses of a name from the system; empty if it has none. */
export async function systemAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
