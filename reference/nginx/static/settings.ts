import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { type Block, scopeOf, withinHttp, withinHttpIf } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  listSetting,
  many,
  optionalSetting,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { Setting } from '../../host/support/settings/setting.js';
import type { Template } from '../../host/support/settings/template.js';
import { buffersOf, count, flag, oneOf, pathIn, word } from '../../host/support/settings/values.js';
import { locationPattern } from '../servers/location-pattern.js';

/** The folder of a block's files. */
export interface FileRoot {
  /** The folder; a relative one is below `prefix`. */
  readonly folder: Template;
  readonly prefix: ByteString;
  /** The directive that names it. */
  readonly directive: 'root' | 'alias';
  /** How much of a URI's beginning the folder replaces; `whole` for an alias that is a whole path. */
  readonly replaces: number | 'whole';
}

/** The last word of `try_files`. */
export type LastResort =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'target'; readonly target: Template };

interface TryFiles {
  readonly candidates: readonly { readonly name: Template; readonly isFolder: boolean }[];
  readonly last: LastResort;
}

export const fileRoot = new Setting<FileRoot | undefined>(undefined);
/** Settings of the files that answer requests. */
export const staticSettings = {
  indexFiles: listSetting('index', withinHttp, indexNames, [], { arity: [1, many] }),
  tryFiles: optionalSetting<TryFiles>('try_files', ['server', 'location'], readTryFiles, {
    arity: [2, many],
    inherit: 'nothing',
  }),
  etag: setting('etag', withinHttp, flag, true),
  ifModifiedSince: setting('if_modified_since', withinHttp, oneOf('off', 'exact', 'before'), 'exact'),
  maxRanges: setting('max_ranges', withinHttp, count, many),
  /** Buffers that files are read into; each is a part for filters. */
  outputBuffers: setting('output_buffers', withinHttp, buffersOf, { count: 2, size: 32 * 1024 }, { arity: [2, 2] }),
  logNotFound: setting('log_not_found', withinHttp, flag, true),
};

/** Directives about the files that answer requests. */
export const staticDirectives: readonly DirectiveRule[] = [
  { name: 'root', contexts: withinHttpIf, arity: [1, 1], once: true, read: readRoot },
  { name: 'alias', contexts: ['location'], arity: [1, 1], once: true, read: readAlias },
  ...Object.values(staticSettings),
];

/** Gives an `http` block the default folder. */
export function setDefaultRoot({ block, prefix }: Statement): void {
  const folder = [{ kind: 'literal', bytes: 'html' }] as const;
  fileRoot.set(block, { folder, prefix: byteStringOf(prefix), directive: 'root', replaces: 0 });
}

function readRoot(reading: Statement): void {
  const text = word(reading.words);
  setRoot(reading, 'root', text.endsWith('/') ? text.slice(0, -1) : text, 0);
}

function readAlias(reading: Statement): void {
  const pattern = locationPattern.of(reading.block);
  if (pattern === undefined || pattern.kind === 'named') {
    throw new ConfigurationError('the "alias" directive cannot be used inside the named location', reading.place);
  }
  const replaces = pattern.kind === 'regex' ? 'whole' : pattern.text.length;
  setRoot(reading, 'alias', word(reading.words), replaces);
}

function setRoot(reading: Statement, directive: FileRoot['directive'], text: string, replaces: number | 'whole'): void {
  const { block, place, prefix } = reading;
  const earlier = block.context === 'http' ? undefined : fileRoot.own(block)?.directive;
  if (earlier !== undefined) {
    const complaint = `"${directive}" directive is duplicate, "${earlier}" directive was specified earlier`;
    throw new ConfigurationError(complaint, place);
  }
  for (const name of ['document_root', 'realpath_root']) {
    if (!new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`).test(text)) continue;
    throw new ConfigurationError(`the $${name} variable cannot be used in the "${directive}" directive`, place);
  }
  const folder = scopeOf(block).template(text, place);
  fileRoot.set(block, { folder, prefix: byteStringOf(prefix), directive, replaces });
}

function indexNames(words: readonly string[], { block, place }: Statement): readonly Template[] {
  return words.map((name) => {
    if (name === '') throw new ConfigurationError(`index "${name}" in "index" directive is invalid`, place);
    return scopeOf(block).template(name, place);
  });
}

function readTryFiles(words: readonly string[], { block, place }: Statement): TryFiles {
  const template = (text: string): Template => scopeOf(block).template(text, place);
  const candidates = words.slice(0, -1).map((text) => {
    const isFolder = text.endsWith('/');
    return { name: template(isFolder ? text.slice(0, -1) : text), isFolder };
  });
  const last = words.at(-1) ?? '';
  if (last.startsWith('@')) return { candidates, last: { kind: 'named', name: last.slice(1) } };
  if (!last.startsWith('=')) return { candidates, last: { kind: 'target', target: template(last) } };
  const status = Number(last.slice(1));
  if (!/^=\d+$/.test(last) || status > 999) throw new ConfigurationError(`invalid code "${last}"`, place);
  return { candidates, last: { kind: 'status', status } };
}

/** The absolute path of a block's folder. */
export function folderOf(root: FileRoot, evaluate: (template: Template) => ByteString): ByteString {
  return pathIn(root.prefix, evaluate(root.folder));
}

/** The index files of a block; `index.html` by default. */
export function indexTemplates(block: Block): readonly Template[] {
  const said = staticSettings.indexFiles.of(block);
  return said.length > 0 ? said : [[{ kind: 'literal', bytes: 'index.html' }]];
}
