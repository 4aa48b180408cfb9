import { isIP } from 'node:net';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import type { Address } from '../core/listen.js';

/** The address of an upstream server: an address, or a name that must be resolved first. */
export type UpstreamAddress = Address | { readonly kind: 'name'; readonly host: string; readonly port: number };

/** A place as written, with its parts. */
export interface WrittenPlace {
  readonly place: UpstreamAddress;
  /** Host and port as written; the port is empty if there is none, or for a unix socket. */
  readonly host: string;
  readonly port: string;
}

const plain = /^(?<host>[^:]*)(?::(?<port>.*))?$/s;
const bracketed = /^(?<host>\[[^\]]*\])(?::(?<port>.*))?$/s;

/** Reads `HOST`, `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`; an invalid text gives a complaint. */
export function readPlace(text: string, defaultPort: number | undefined): WrittenPlace | string {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    if (path === '') return 'no path in the unix domain socket';
    return { place: { kind: 'unix', path }, host: 'localhost', port: '' };
  }
  if (text.includes('/')) return 'invalid host';
  const match = (text.startsWith('[') ? bracketed : plain).exec(text);
  if (match === null) return 'invalid host';
  const { host = '', port } = match.groups ?? {};
  const number = port === undefined ? (defaultPort ?? 1) : Number(port);
  if (!/^\d*$/.test(port ?? '') || number < 1 || number > 65535) return 'invalid port';
  if (host === '' || host === '[]') return 'no host';
  if (port === undefined && defaultPort === undefined) return 'no port';
  const bare = host.replace(/^\[|\]$/g, '');
  const kind = isIP(bare) === 0 ? 'name' : 'tcp';
  if (kind === 'name' && host.startsWith('[')) return 'invalid host';
  return { place: { kind, host: bare, port: number }, host, port: port ?? '' };
}

/** {@link readPlace} for a directive, which is rejected if the text is invalid. */
export function requirePlace(
  text: string,
  defaultPort: number | undefined,
  position: ConfigurationPosition,
): WrittenPlace {
  const read = readPlace(text, defaultPort);
  if (typeof read === 'string') throw new ConfigurationError(`${read} in upstream "${text}"`, position);
  return read;
}

/** An address in the form of logs and variables. */
export function addressText(address: Address): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
