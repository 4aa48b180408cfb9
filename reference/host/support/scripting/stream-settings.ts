import { type Block, withinStream } from '../settings/block.js';
import { type DirectiveRule, optionalSetting } from '../settings/directive.js';
import { DerivedSetting } from '../settings/setting.js';
import { word } from '../settings/values.js';
import { checkImported } from './imported.js';

export const streamAccessHandler = optionalSetting<string>('js_access', withinStream, word);
export const prereadHandler = optionalSetting<string>('js_preread', withinStream, word);
export const filterHandler = optionalSetting<string>('js_filter', withinStream, word);

const handlers = [streamAccessHandler, prereadHandler, filterHandler];

/** Directives that call handlers with sessions. */
export const streamScriptDirectives: readonly DirectiveRule[] = handlers;

/** Whether sessions of a server may call handlers. */
export const callsStreamHandlers = new DerivedSetting(
  (block) => block.scope?.callsHandlers === true || handlers.some((one) => one.of(block) !== undefined),
);

/** Handlers need an import in their protocol. Throws ConfigurationError. */
export function checkStreamImports(stream: Block): void {
  checkImported(stream, (block) => handlers.map((one) => [one.name, one.own(block)]));
}
