import { type Block, scopeOf } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  listSetting,
  many,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../../host/support/settings/error.js';
import { Setting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import { count, milliseconds, sizeOf, timeOf } from '../../host/support/settings/values.js';
import { requirePlace, type WrittenPlace } from './address.js';

/** A `server` of an upstream. */
export interface UpstreamServer extends WrittenPlace {
  /** As written. */
  readonly name: string;
  readonly weight: number;
  /** The limit for simultaneous connections; 0 means no limit. */
  readonly maxConns: number;
  /** Failures after which the server rests; 0 means never. */
  readonly maxFails: number;
  /** Milliseconds in which failures are counted, and for which the server rests. */
  readonly failTimeout: number;
  readonly backup: boolean;
  readonly down: boolean;
  readonly line: number;
  readonly file: string;
}

/** How the next server is chosen. */
type BalanceMethod =
  | { readonly kind: 'round robin' | 'least connections' | 'client address' }
  | { readonly kind: 'hash' | 'consistent hash'; readonly key: Template }
  | { readonly kind: 'random'; readonly leastOfTwo: boolean };

/** Connections that stay open for later requests. */
export interface KeptConnections {
  readonly most: number;
  /** Whether a location reuses only its own. */
  readonly local: boolean;
}

const inHttp = ['upstream'];
const inside = [...inHttp, 'stream upstream'];
/** Eight pages, in bytes. */
const leastZone = 32 * 1024;
const own = { inherit: 'nothing' } as const;

const roundRobin: BalanceMethod = { kind: 'round robin' };

/** The name of an upstream block. */
export const upstreamName = new Setting<string>('', 'nothing');
export const balanceMethod = new Setting<BalanceMethod>(roundRobin, 'nothing');
export const upstreamServers = listSetting('server', inside, readServer, [], { arity: [1, many], ...own });
export const keepalive = setting<KeptConnections>(
  'keepalive',
  inHttp,
  kept,
  { most: 32, local: true },
  { arity: [1, 2], ...own },
);
export const keepaliveRequests = setting('keepalive_requests', inHttp, count, 1000, own);
export const keepaliveTimeout = setting('keepalive_timeout', inHttp, milliseconds, 60_000, own);
export const keepaliveTime = setting('keepalive_time', inHttp, milliseconds, 3_600_000, own);

/** Directives of `upstream`, which is in an `http` or a `stream` block. */
export const upstreamDirectives: readonly DirectiveRule[] = [
  upstreamIn('http', 'upstream'),
  upstreamIn('stream', 'stream upstream'),
  upstreamServers,
  keepalive,
  keepaliveRequests,
  keepaliveTimeout,
  keepaliveTime,
  method('least_conn', [0, 0], () => ({ kind: 'least connections' })),
  { ...method('ip_hash', [0, 0], () => ({ kind: 'client address' })), contexts: inHttp },
  method('hash', [1, 2], readHash),
  method('random', [0, 2], readRandom),
  { name: 'zone', contexts: inside, arity: [1, 2], once: true, read: readZone },
  { name: 'resolver', contexts: inside, arity: [1, many] },
  { name: 'resolver_timeout', contexts: inside, arity: [1, 1], once: true },
];

function upstreamIn(context: string, opens: string): DirectiveRule {
  return { name: 'upstream', contexts: [context], arity: [1, 1], opens, read: readUpstream, close: checkServers };
}

function readUpstream({ words: [name = ''], block, place }: Statement): void {
  const same = block.parent?.inner(block.context).some((other) => other !== block && upstreamName.of(other) === name);
  if (same === true) throw new ConfigurationError(`duplicate upstream "${name}"`, place);
  upstreamName.set(block, name);
}

function checkServers(upstream: Block, end: ConfigurationPosition): void {
  const servers = upstreamServers.of(upstream);
  if (servers.some(({ backup }) => !backup)) return;
  const complaint =
    servers.length === 0 ? 'no servers are inside upstream' : `no servers in upstream "${upstreamName.of(upstream)}"`;
  throw new ConfigurationError(complaint, end);
}

function method(
  name: string,
  arity: readonly [number, number],
  read: (reading: Statement) => BalanceMethod,
): DirectiveRule {
  const set = (reading: Statement) => {
    if (balanceMethod.own(reading.block) !== undefined) reading.warn('load balancing method redefined');
    balanceMethod.set(reading.block, read(reading));
  };
  return { name, contexts: inside, arity, read: set };
}

function readHash({ words: [key = '', how], block, place }: Statement): BalanceMethod {
  if (how !== undefined && how !== 'consistent') throw invalidParameter(how, place);
  return { kind: how === undefined ? 'hash' : 'consistent hash', key: scopeOf(block).template(key, place) };
}

function readRandom({ words: [two, how = 'least_conn'], place }: Statement): BalanceMethod {
  if (two !== undefined && two !== 'two') throw invalidParameter(two, place);
  if (how !== 'least_conn') throw invalidParameter(how, place);
  return { kind: 'random', leastOfTwo: two === 'two' };
}

function kept(words: readonly string[], { place }: Statement): KeptConnections {
  const [digits = '', how] = words;
  if (!/^\d+$/.test(digits)) throw new ConfigurationError(`invalid value "${digits}" in "keepalive" directive`, place);
  if (how !== undefined && how !== 'local') throw invalidParameter(how, place);
  return { most: Number(digits), local: how === 'local' };
}

/** Servers of one process need no shared memory, but an invalid zone is rejected. */
function readZone({ words: [name = '', text], place }: Statement): void {
  if (name === '') throw new ConfigurationError('invalid zone name ""', place);
  const size = text === undefined ? leastZone : sizeOf(text);
  if (size === undefined) throw new ConfigurationError(`invalid zone size "${text}"`, place);
  if (size < leastZone) throw new ConfigurationError(`zone "${name}" is too small`, place);
}

function readServer([name = '', ...parameters]: readonly string[], reading: Statement): readonly [UpstreamServer] {
  const { block, place } = reading;
  const said = new Map(parameters.map((word) => readParameter(word, place)));
  const number = (key: string, otherwise: number) => said.get(key) ?? otherwise;
  if (said.has('backup') && !takesBackup(balanceMethod.of(block)))
    throw new ConfigurationError('balancing method does not support parameter "backup"', place);
  return [
    {
      ...requirePlace(name, inHttp.includes(block.context) ? 80 : undefined, place),
      name,
      weight: number('weight', 1),
      maxConns: number('max_conns', 0),
      maxFails: number('max_fails', 1),
      failTimeout: number('fail_timeout', 10_000),
      backup: said.has('backup'),
      down: said.has('down'),
      file: place.file,
      line: place.line,
    },
  ];
}

/** Hashes and random choice use all servers. */
function takesBackup({ kind }: BalanceMethod): boolean {
  return kind === 'round robin' || kind === 'least connections';
}

function readParameter(word: string, place: Statement['place']): readonly [string, number] {
  if (word === 'backup' || word === 'down' || word === 'resolve') return [word, 1];
  const { key = '', value = '' } =
    /^(?<key>weight|max_conns|max_fails|fail_timeout)=(?<value>.+)$/.exec(word)?.groups ?? {};
  const number = key === 'fail_timeout' ? timeOf(value, 'seconds') : /^\d+$/.test(value) ? Number(value) : undefined;
  if (number === undefined || (key === 'weight' && number === 0)) throw invalidParameter(word, place);
  return [key, number];
}
