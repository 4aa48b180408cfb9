import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { type Block, scopeOf } from '../../host/support/settings/block.js';
import { contentDirectives } from '../../host/support/settings/content-by.js';
import type { DirectiveRule, Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import { Setting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import { locationPattern } from '../servers/location-pattern.js';
import { readPlace, type WrittenPlace } from '../upstream/address.js';

/** The parts of a `proxy_pass` URL. */
export interface PassUrl {
  readonly tls: boolean;
  /** Host and port as written. */
  readonly authority: ByteString;
  readonly written: WrittenPlace;
  /** The text after them; may be empty. */
  readonly uri: ByteString;
}

/** The value of `proxy_pass`. */
export type ProxyPass = ConfigurationPosition &
  (
    | ({ readonly kind: 'fixed'; readonly url: ByteString } & PassUrl)
    /** Evaluated and parsed for each request. */
    | { readonly kind: 'computed'; readonly template: Template }
  );

const proxyPass = new Setting<ProxyPass | undefined>(undefined, 'nothing');

/** Blocks that share the handler of their location. */
const withoutName: ReadonlySet<string> = new Set(['location if', 'limit_except']);

export const proxyPassDirective: DirectiveRule = {
  name: 'proxy_pass',
  contexts: ['location', ...withoutName],
  arity: [1, 1],
  once: true,
  read: readPass,
};

/** The destination of a request in a block. */
export function passOf(block: Block): ProxyPass | undefined {
  const own = proxyPass.own(block);
  if (own !== undefined || block.parent === undefined || !withoutName.has(block.context)) return own;
  return passOf(block.parent);
}

/** The prefix of a block's location; empty if the location has none. */
export function prefixOf(block: Block): ByteString {
  const pattern = locationPattern.of(block);
  if (pattern === undefined)
    return block.parent !== undefined && withoutName.has(block.context) ? prefixOf(block.parent) : '';
  return pattern.kind === 'prefix' || pattern.kind === 'exact' ? pattern.text : '';
}

function readPass({ words: [text = ''], block, place }: Statement): void {
  const { file, line } = place;
  contentDirectives.add(block, 'proxy_pass');
  const compiled = scopeOf(block).template(text, place);
  if (compiled.some(({ kind }) => kind === 'variable')) {
    proxyPass.set(block, { kind: 'computed', template: compiled, file, line });
    return;
  }
  const url = urlOf(byteStringOf(text));
  if (typeof url === 'string') throw new ConfigurationError(url, place);
  if (url.uri !== '' && !takesUri(block)) {
    throw new ConfigurationError(
      '"proxy_pass" cannot have URI part in location given by regular expression, or inside named location, or inside "if" statement, or inside "limit_except" block',
      place,
    );
  }
  proxyPass.set(block, { kind: 'fixed', url: byteStringOf(text), ...url, file, line });
}

function takesUri(block: Block): boolean {
  const pattern = locationPattern.own(block);
  return pattern?.kind === 'prefix' || pattern?.kind === 'exact';
}

/** Splits a URL; an invalid one gives a complaint. */
export function urlOf(text: ByteString): PassUrl | string {
  const scheme = /^(https?):\/\//i.exec(text);
  if (scheme === null) return 'invalid URL prefix';
  const tls = scheme[1]?.toLowerCase() === 'https';
  const rest = text.slice(scheme[0].length);
  const [, authority = '', uri = ''] =
    (rest.startsWith('unix:') ? /^(unix:[^:]*)(?::(.*))?$/s : /^([^/?]*)(.*)$/s).exec(rest) ?? [];
  const written = readPlace(authority, tls ? 443 : 80);
  if (typeof written === 'string') return `${written} in upstream "${rest}"`;
  return { tls, authority, written, uri };
}
