import { bitsOf, isWithin, type Network } from './network.js';

/** An address in a header; the port is 0 if the header has none. */
export interface NamedAddress {
  readonly bits: string;
  readonly port: number;
}

/** The trusted sources of addresses. */
export interface Trust {
  readonly networks: readonly Network[];
  /** Whether connections over unix sockets are trusted. */
  readonly unix: boolean;
  /** Whether trusted addresses in the list are also followed. */
  readonly recursive: boolean;
}

/**
 * The client that trusted proxies name: the last address of the last line or, recursively, the last one that is not trusted. `undefined` if
 * the connection comes from an untrusted source, or if there is no address.
 */
export function forwardedFor(peer: string, lines: readonly string[], trust: Trust): NamedAddress | undefined {
  if (!isTrusted(peer, trust)) return undefined;
  let found: NamedAddress | undefined;
  for (const line of lines.toReversed()) {
    for (const text of addressesIn(line).reverse()) {
      const named = namedAddress(text);
      // A text that is not an address ends the chain.
      if (named === undefined || !trust.recursive) return named ?? found;
      found = named;
      if (!trust.networks.some((network) => isWithin(named.bits, network))) return found;
    }
    if (!trust.recursive) return found;
  }
  return found;
}

function isTrusted(peer: string, { networks, unix }: Trust): boolean {
  const bits = bitsOf(peer);
  return bits === undefined ? unix && peer === 'unix:' : networks.some((network) => isWithin(bits, network));
}

/** Commas and spaces separate addresses; an empty line gives one invalid address. */
function addressesIn(line: string): string[] {
  return line.replace(/[ ,]+$/, '').split(/[ ,]+/);
}

/** Reads an address, with or without a port. */
function namedAddress(text: string): NamedAddress | undefined {
  const bits = bitsOf(/^\[([^\]]*)\]$/.exec(text)?.[1] ?? text);
  if (bits !== undefined) return { bits, port: 0 };
  const {
    six,
    four,
    digits = '',
  } = /^(?:\[(?<six>[^\]]*)\]|(?<four>[^:]*)):(?<digits>\d{1,6})$/.exec(text)?.groups ?? {};
  const named = bitsOf(six ?? four ?? '');
  const port = Number(digits);
  return named === undefined || port < 1 || port > 65535 ? undefined : { bits: named, port };
}
