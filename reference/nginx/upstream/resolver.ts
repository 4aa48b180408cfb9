import { lookup, Resolver } from 'node:dns/promises';
import { withinBoth } from '../../host/support/settings/contexts.js';
import type { DirectiveRule, Reading } from '../../host/support/settings/directive.js';
import { setting } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { milliseconds, timeOf } from '../../host/support/settings/values.js';
import { codeOf } from '../../host/support/system-errors.js';
import { readPlace } from './address.js';

/** The name servers of a block. */
interface NameServers {
  readonly servers: readonly string[];
  readonly ipv4: boolean;
  readonly ipv6: boolean;
}

const many = Number.POSITIVE_INFINITY;

export const resolver = setting<NameServers | undefined>('resolver', withinBoth, readResolver, undefined, {
  arity: [1, many],
});
export const resolverTimeout = setting('resolver_timeout', withinBoth, milliseconds('resolver_timeout'), 30_000);

export const resolverDirectives: readonly DirectiveRule[] = [resolver, resolverTimeout];

function readResolver(words: readonly string[], { place }: Reading): NameServers {
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
  return { servers, ipv4: !words.includes('ipv4=off'), ipv6: !words.includes('ipv6=off') };
}

/** Addresses of a name, or what the log says where there are none. */
export type Resolved =
  | { readonly addresses: readonly string[] }
  | { readonly complaint: string; readonly timedOut: boolean };

/** Asks name servers for the addresses of a name. */
export async function resolveName(
  name: string,
  { servers, ipv4, ipv6 }: NameServers,
  withinMs: number,
): Promise<Resolved> {
  const asked = new Resolver({ timeout: Math.max(1, withinMs), tries: 1 });
  const sources = (await Promise.all(servers.map(serverAddresses))).flat();
  asked.setServers(sources);
  const queries = [...(ipv4 ? [asked.resolve4(name)] : []), ...(ipv6 ? [asked.resolve6(name)] : [])];
  const timer = setTimeout(() => asked.cancel(), withinMs);
  const answers = await Promise.allSettled(queries);
  clearTimeout(timer);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return { addresses };
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' && answer.reason instanceof Error ? [codeOf(answer.reason)] : [],
  );
  return failureOf(name, codes);
}

/** Codes of DNS answers as real hosts name them. */
const failures: Readonly<Record<string, string>> = {
  EFORMERR: '1: Format error',
  ESERVFAIL: '2: Server failure',
  ENOTFOUND: '3: Host not found',
  ENODATA: '3: Host not found',
  ENOTIMP: '4: Unimplemented',
  EREFUSED: '5: Operation refused',
};

function failureOf(name: string, codes: readonly string[]): Resolved {
  const known = codes.find((code) => code in failures);
  const said = known === undefined ? '110: Operation timed out' : failures[known];
  return { complaint: `${name} could not be resolved (${said})`, timedOut: known === undefined };
}

async function serverAddresses(server: string): Promise<readonly string[]> {
  const read = readPlace(server, 53);
  if (typeof read === 'string') return [];
  const { place } = read;
  if (place.kind === 'tcp')
    return [place.host.includes(':') ? `[${place.host}]:${place.port}` : `${place.host}:${place.port}`];
  if (place.kind === 'unix') return [];
  return (await systemAddresses(place.host)).map((address) => `${address}:${place.port}`);
}

/** The addresses that the system has for a name; none where it knows none. */
export async function systemAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
