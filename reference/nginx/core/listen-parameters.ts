import type { Mutable } from '../../host/support/mutable.js';
import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../../host/support/settings/error.js';
import { sizeOf, timeOf } from '../../host/support/settings/values.js';

/** What `listen` says besides the address. */
export interface ListenParameters {
  readonly defaultServer: boolean;
  readonly ssl: boolean;
  readonly proxyProtocol: boolean;
  readonly reusePort: boolean;
  /** Whether datagrams are received, not connections. */
  readonly udp: boolean;
  /** Connections that may wait; `undefined` where the system decides. */
  readonly backlog: number | undefined;
  readonly ipv6Only: boolean | undefined;
  /** Whether it says something of the socket, which one server alone may do. */
  readonly bound: boolean;
}

type ListenDraft = Mutable<ListenParameters>;

/** One parameter: `true` where it is none of these. */
type ParameterParser = (value: string | undefined, draft: ListenDraft, at: ParameterContext) => void;

interface ParameterContext extends Pick<Statement, 'block' | 'place' | 'warn'> {
  readonly word: string;
  readonly isIpv6: boolean;
}

/** What is said where HTTP/2 is asked for. */
export const servedWithoutHttp2 = 'HTTP/2 is not built in: clients are served with HTTP/1.1';

const socketOnly = positive();

const parameters: Readonly<Record<string, ParameterParser>> = {
  default_server: (value, draft, at) => alone(value, at, () => Object.assign(draft, { defaultServer: true })),
  default: (value, draft, at) => alone(value, at, () => Object.assign(draft, { defaultServer: true })),
  bind: (value, draft, at) => alone(value, at, () => Object.assign(draft, { bound: true })),
  reuseport: (value, draft, at) => alone(value, at, () => Object.assign(draft, { reusePort: true, bound: true })),
  deferred: (value, draft, at) => alone(value, at, () => Object.assign(draft, { bound: true })),
  multipath: (value, draft, at) => alone(value, at, () => Object.assign(draft, { bound: true })),
  ssl: (value, draft, at) => alone(value, at, () => Object.assign(draft, { ssl: true })),
  proxy_protocol: (value, draft, at) => alone(value, at, () => Object.assign(draft, { proxyProtocol: true })),
  http2: (value, _, at) =>
    alone(value, at, () => {
      if (at.block.context !== 'server') throw invalidParameter(at.word, at.place);
      at.warn('the "listen ... http2" directive is deprecated, use the "http2" directive instead');
      at.warn(servedWithoutHttp2);
    }),
  udp: (value, draft, at) => {
    if (at.block.context !== 'stream server') throw invalidParameter(at.word, at.place);
    alone(value, at, () => Object.assign(draft, { udp: true }));
  },
  backlog: (value, draft, at) => {
    socketOnly(value, draft, at);
    draft.backlog = Number(value);
  },
  fastopen: positive(),
  rcvbuf: sized,
  sndbuf: sized,
  accept_filter: (_, __, at) =>
    at.warn(`accept filters "${at.word.slice('accept_filter='.length)}" are not supported on this platform, ignored`),
  ipv6only: (value, draft, at) => {
    if (value !== 'on' && value !== 'off') throw invalidParameter(at.word, at.place);
    Object.assign(draft, { ipv6Only: value === 'on', bound: true });
  },
  so_keepalive: (value, draft, at) => {
    if (!isKeepAlive(value)) throw new ConfigurationError(`invalid so_keepalive value: "${value}"`, at.place);
    draft.bound = true;
  },
};

/** Reads the parameters behind the address. Throws ConfigurationError for one that is unknown or wrong. */
export function listenParameters(words: readonly string[], isIpv6: boolean, reading: Statement): ListenParameters {
  const draft: ListenDraft = {
    defaultServer: false,
    ssl: false,
    proxyProtocol: false,
    reusePort: false,
    udp: false,
    backlog: undefined,
    ipv6Only: undefined,
    bound: false,
  };
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const read = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (read === undefined) throw invalidParameter(word, reading.place);
    read(equals < 0 ? undefined : word.slice(equals + 1), draft, { ...reading, word, isIpv6 });
  }
  checkDatagrams(draft, words, reading.place);
  return draft;
}

/** What is said of connections cannot be said of datagrams. */
function checkDatagrams({ udp }: ListenDraft, words: readonly string[], place: ConfigurationPosition): void {
  const wrong = words.find((word) => /^(ssl|proxy_protocol|backlog|so_keepalive|fastopen|deferred)(=|$)/.test(word));
  if (!udp || wrong === undefined) return;
  const [name] = wrong.split('=', 1);
  throw new ConfigurationError(`"listen" directive "${name}" parameter is incompatible with "udp"`, place);
}

function alone(value: string | undefined, { word, place }: ParameterContext, take: () => void): void {
  if (value !== undefined) throw invalidParameter(word, place);
  take();
}

function positive(): ParameterParser {
  return (value, draft, { word, place }) => {
    const [name] = word.split('=', 1);
    if (value === undefined) throw invalidParameter(word, place);
    if (!/^\d+$/.test(value) || Number(value) === 0) throw new ConfigurationError(`invalid ${name} "${word}"`, place);
    draft.bound = true;
  };
}

function sized(value: string | undefined, draft: ListenDraft, { word, place }: ParameterContext): void {
  const [name] = word.split('=', 1);
  if (value === undefined) throw invalidParameter(word, place);
  if (sizeOf(value) === undefined) throw new ConfigurationError(`invalid ${name} "${word}"`, place);
  draft.bound = true;
}

/** `on`, `off`, or three times and a number, each of which may be left out. */
function isKeepAlive(value: string | undefined): boolean {
  if (value === 'on' || value === 'off') return true;
  const parts = value?.split(':') ?? [];
  const [idle = '', interval = '', probes = '', ...more] = parts;
  const isTime = (text: string) => text === '' || timeOf(text, 'seconds') !== undefined;
  const isSome = parts.some((part) => part !== '');
  return isSome && more.length === 0 && isTime(idle) && isTime(interval) && /^\d*$/.test(probes);
}
