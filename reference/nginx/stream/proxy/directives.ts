import { byteStringOf } from '../../../host/support/byte-string.js';
import { type Block, scopeOf, withinStream } from '../../../host/support/settings/block.js';
import { optionalSetting, type Statement, setting } from '../../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../../host/support/settings/error.js';
import type { Template } from '../../../host/support/settings/template.js';
import { count, flag, word } from '../../../host/support/settings/values.js';
import { readPlace, requirePlace } from '../../upstream/address.js';
import type { PassedPlace } from '../../upstream/upstreams.js';
import { contentBy } from '../directives.js';

/** The value of `proxy_pass`. */
export type SessionPass = ConfigurationPosition &
  (
    | ({ readonly kind: 'fixed' } & PassedPlace)
    /** Evaluated for each session. */
    | { readonly kind: 'computed'; readonly template: Template }
  );

const onOff = (name: string, initial: boolean) => setting(name, withinStream, flag, initial);

/** Settings of forwarded sessions; those that requests also have are separate. */
export const sessionProxySettings = {
  pass: optionalSetting<SessionPass>('proxy_pass', ['stream server'], readPass, { inherit: 'nothing' }),
  triesNextUpstream: onOff('proxy_next_upstream', true),
  /** Whether the upstream first receives a PROXY protocol header. */
  sendsProxyHeader: onOff('proxy_protocol', false),
  encrypts: onOff('proxy_ssl', false),
  keepsAlive: onOff('proxy_socket_keepalive', false),
  /** Datagrams of an upstream for each of the client's, after which a session ends. */
  mostResponses: optionalSetting<number>('proxy_responses', withinStream, count),
};

function readPass(words: readonly string[], { block, place }: Statement): SessionPass {
  const { file, line } = place;
  const text = word(words);
  contentBy.set(block, 'proxy_pass');
  const template = scopeOf(block).template(text, place);
  if (template.some(({ kind }) => kind === 'variable')) return { kind: 'computed', template, file, line };
  // The name of an upstream has no port; upstreams are known once everything is read.
  const isName = /^[^:/[\]]+$/.test(text);
  const written = isName ? namedPlace(text) : requirePlace(text, undefined, place);
  return { kind: 'fixed', authority: byteStringOf(text), written, file, line };
}

function namedPlace(text: string): PassedPlace['written'] {
  return { place: { kind: 'name', host: text, port: 0 }, host: text, port: '' };
}

/** The place in a computed `proxy_pass`; a log message for an invalid one. */
export function placeIn(text: string, isDeclared: (name: string) => boolean): PassedPlace | string {
  if (isDeclared(text)) return { authority: text, written: namedPlace(text) };
  const written = readPlace(text, undefined);
  return typeof written === 'string' ? `${written} in upstream "${text}"` : { authority: text, written };
}

/** A fixed place of a block that names a server. Throws ConfigurationError if neither a port nor an upstream is known. */
export function fixedPlace(block: Block, isDeclared: (name: string) => boolean) {
  const configured = sessionProxySettings.pass.of(block);
  if (configured?.kind !== 'fixed') return undefined;
  const { host, port, place } = configured.written;
  if (place.kind === 'name' && port === '' && !isDeclared(host))
    throw new ConfigurationError(`no port in upstream "${host}"`, configured);
  return configured;
}
