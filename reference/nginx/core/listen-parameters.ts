import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, invalidParameter } from '../../host/support/settings/error.js';
import { sizeOf, timeOf } from '../../host/support/settings/values.js';

/** The parameters of `listen`, besides the address. */
export interface ListenParameters {
  readonly defaultServer: boolean;
  readonly ssl: boolean;
  readonly proxyProtocol: boolean;
  readonly reusePort: boolean;
  /** Whether it receives datagrams instead of connections. */
  readonly udp: boolean;
  /** The length of the accept queue; `undefined` for the system's default. */
  readonly backlog: number | undefined;
  readonly ipv6Only: boolean | undefined;
  /** Whether it has socket options, which only one server may set. */
  readonly bound: boolean;
}

/** The default parameters. */
export const plainListening: ListenParameters = {
  ...{ defaultServer: false, ssl: false, proxyProtocol: false, reusePort: false, udp: false, bound: false },
  ...{ backlog: undefined, ipv6Only: undefined },
};

/** A parameter as written, and its directive. */
interface WrittenParameter extends Pick<Statement, 'block' | 'place' | 'warn'> {
  readonly word: string;
  readonly name: string;
  readonly value: string | undefined;
}

type ParameterParser = (written: WrittenParameter) => Partial<ListenParameters>;

/** The message if HTTP/2 is requested. */
export const servedWithoutHttp2 = 'HTTP/2 is not built in: clients are served with HTTP/1.1';

const parameters: Readonly<Record<string, ParameterParser>> = {
  default_server: alone({ defaultServer: true }),
  default: alone({ defaultServer: true }),
  bind: alone({ bound: true }),
  reuseport: alone({ reusePort: true, bound: true }),
  deferred: alone({ bound: true }),
  multipath: alone({ bound: true }),
  ssl: alone({ ssl: true }),
  proxy_protocol: alone({ proxyProtocol: true }),
  udp: alone({ udp: true }, 'stream server'),
  http2: (written) => {
    const configured = alone({}, 'server')(written);
    written.warn('the "listen ... http2" directive is deprecated, use the "http2" directive instead');
    written.warn(servedWithoutHttp2);
    return configured;
  },
  backlog: (written) => ({ ...positive(written), backlog: Number(written.value) }),
  fastopen: positive,
  rcvbuf: sized,
  sndbuf: sized,
  accept_filter: ({ value, warn }) => {
    warn(`accept filters "${value ?? ''}" are not supported on this platform, ignored`);
    return {};
  },
  ipv6only: ({ word, value, place }) => {
    if (value !== 'on' && value !== 'off') throw invalidParameter(word, place);
    return { ipv6Only: value === 'on', bound: true };
  },
  so_keepalive: ({ value, place }) => {
    if (!isKeepAlive(value)) throw new ConfigurationError(`invalid so_keepalive value: "${value}"`, place);
    return { bound: true };
  },
};

/** Reads the parameters after the address. Throws ConfigurationError for one that is unknown or invalid. */
export function listenParameters(words: readonly string[], { block, place, warn }: Statement): ListenParameters {
  const configured = { ...plainListening };
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s, 2);
    const read = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (read === undefined) throw invalidParameter(word, place);
    Object.assign(configured, read({ word, name, value, block, place, warn }));
  }
  checkDatagrams(configured, words, place);
  return configured;
}

/** Parameters of connections are not allowed for datagrams. */
function checkDatagrams({ udp }: ListenParameters, words: readonly string[], place: ConfigurationPosition): void {
  const wrong = words.find((word) => /^(ssl|proxy_protocol|backlog|so_keepalive|fastopen|deferred)(=|$)/.test(word));
  if (!udp || wrong === undefined) return;
  const [name] = wrong.split('=', 1);
  throw new ConfigurationError(`"listen" directive "${name}" parameter is incompatible with "udp"`, place);
}

/** A parameter without a value, optionally only for servers in blocks of one kind. */
function alone(says: Partial<ListenParameters>, context?: string): ParameterParser {
  return ({ word, value, block, place }) => {
    if (value !== undefined || (context ?? block.context) !== block.context) throw invalidParameter(word, place);
    return says;
  };
}

function positive({ word, name, value, place }: WrittenParameter): Partial<ListenParameters> {
  if (value === undefined) throw invalidParameter(word, place);
  if (!/^0*[1-9]\d*$/.test(value)) throw new ConfigurationError(`invalid ${name} "${word}"`, place);
  return { bound: true };
}

function sized({ word, name, value, place }: WrittenParameter): Partial<ListenParameters> {
  if (value === undefined) throw invalidParameter(word, place);
  if (sizeOf(value) === undefined) throw new ConfigurationError(`invalid ${name} "${word}"`, place);
  return { bound: true };
}

/** `on`, `off`, or three times and a number; each of the four may be omitted. */
function isKeepAlive(value: string | undefined): boolean {
  if (value === 'on' || value === 'off') return true;
  const parts = value?.split(':') ?? [];
  const [idle = '', interval = '', probes = '', ...more] = parts;
  const isTime = (text: string) => text === '' || timeOf(text, 'seconds') !== undefined;
  const isSome = parts.some((part) => part !== '');
  return isSome && more.length === 0 && isTime(idle) && isTime(interval) && /^\d*$/.test(probes);
}
