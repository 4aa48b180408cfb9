import type { Block } from '../../host/support/settings/block.js';
import { type DirectiveRule, many, type Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { DerivedSetting, Setting } from '../../host/support/settings/setting.js';

/** Methods to which the block does not apply. */
const exempt = new Setting<ReadonlySet<string>>(new Set(), 'nothing');

const known: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'OPTIONS'],
  ...['PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK', 'PATCH'],
]);

/** `limit_except METHOD… { … }`: directives of a location for all other methods. */
export const limitExcept: DirectiveRule = {
  name: 'limit_except',
  contexts: ['location'],
  arity: [1, many],
  opens: 'limit_except',
  once: true,
  read: readMethods,
};

function readMethods({ words, block, place }: Statement): void {
  const methods = words.map((word) => word.toUpperCase());
  const wrong = words.find((_, at) => !known.has(methods[at] ?? ''));
  if (wrong !== undefined) throw new ConfigurationError(`invalid method "${wrong}"`, place);
  // GET also allows HEAD.
  exempt.set(block, new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods));
}

const others = new DerivedSetting((location) => location.inner('limit_except')[0]);

/** The block of a location that applies to a method: the location itself, or its block for other methods. */
export function blockForMethod(location: Block, method: string): Block {
  const other = others.of(location);
  return other === undefined || exempt.of(other).has(method) ? location : other;
}
