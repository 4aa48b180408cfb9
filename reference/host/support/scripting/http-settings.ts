import { type Block, withinHttpAndMethods } from '../settings/block.js';
import { contentDirectives } from '../settings/content-by.js';
import { type DirectiveRule, optionalSetting, type Statement } from '../settings/directive.js';
import { ConfigurationError, invalidParameter } from '../settings/error.js';
import { word } from '../settings/values.js';
import { checkImported } from './imported.js';

/** A body filter, and the type of the parts that it receives. */
export interface BodyFilter {
  readonly handler: string;
  readonly takes: 'string' | 'buffer';
}

const within = ['location', 'location if', 'limit_except'];

export const httpAccessHandler = optionalSetting<string>('js_access', withinHttpAndMethods, word);
export const contentHandler = optionalSetting<string>('js_content', within, contentOf, { inherit: 'nothing' });
export const headerFilter = optionalSetting<string>('js_header_filter', within, word);
export const bodyFilter = optionalSetting<BodyFilter>(
  'js_body_filter',
  within,
  ([handler = '', type = 'buffer_type=string'], { place }) => {
    const [name, value] = type.split('=', 2);
    if (name !== 'buffer_type') throw invalidParameter(type, place);
    if (value === 'string' || value === 'buffer') return { handler, takes: value };
    throw new ConfigurationError(`invalid buffer_type value "${type}", it must be "string" or "buffer"`, place);
  },
  { arity: [1, 2], since: '0.5.2' },
);

function contentOf(words: readonly string[], { block }: Statement): string {
  contentDirectives.add(block, 'js_content');
  return word(words);
}

/** Handlers need an import in their protocol. Throws ConfigurationError. */
export function checkHttpImports(http: Block): void {
  checkImported(http, (block) => [
    ['js_content', contentHandler.own(block)],
    ['js_access', httpAccessHandler.own(block)],
    ['js_header_filter', headerFilter.own(block)],
    ['js_body_filter', bodyFilter.own(block)?.handler],
  ]);
}

/** Directives that call handlers with requests. */
export const httpScriptDirectives: readonly DirectiveRule[] = [
  httpAccessHandler,
  contentHandler,
  headerFilter,
  bodyFilter,
];
