import { basename, extname } from 'node:path';
import type { DirectiveRule, Reading } from './directives.js';
import type { Context } from './draft.js';
import { ConfigurationError, type Place } from './error.js';
import { sizeOf, timeOf, variableNameOf } from './values.js';

const withinHttp: readonly Context[] = ['http', 'server', 'location'];
const identifier = /^[A-Za-z_$][\w$]*$/;

/** Directives of the scripting module. */
export const scriptDirectives: Readonly<Record<string, DirectiveRule>> = {
  js_path: { contexts: withinHttp, arity: [1, 1], read: path },
  js_import: { contexts: withinHttp, arity: [1, 3], read: scriptImport },
  js_access: { contexts: withinHttp, arity: [1, 1], once: true, read: access },
  js_content: { contexts: ['location'], arity: [1, 1], once: true, read: content },
  js_set: { contexts: withinHttp, arity: [2, 3], read: setHandler },
  js_var: { contexts: withinHttp, arity: [1, 2], read: variable },
  js_shared_dict_zone: { contexts: ['http'], arity: [1, 5], read: zone },
};

function path({ words, block }: Reading): void {
  const [folder = ''] = words;
  block.settings.scriptPaths.push(folder);
}

function scriptImport({ words, place, block }: Reading): void {
  const [first = '', from, file] = words;
  if (from !== undefined && (from !== 'from' || file === undefined)) {
    throw new ConfigurationError(`invalid parameter "${from}"`, place);
  }
  const name = file === undefined ? basename(first, extname(first)) : first;
  if (!identifier.test(name))
    throw new ConfigurationError(`cannot extract export name from file path "${first}"`, place);
  if (block.settings.scriptImports.some((earlier) => earlier.name === name)) {
    throw new ConfigurationError(`the duplicate "${name}" import`, place);
  }
  block.settings.scriptImports.push({ name, specifier: file ?? first, file: place.file, line: place.line });
}

function access({ words, block }: Reading): void {
  block.settings.accessHandler = words[0] ?? '';
}

function content({ words, block }: Reading): void {
  const [handler = ''] = words;
  block.content = { kind: 'js_content', handler };
}

function setHandler({ words, place, draft }: Reading): void {
  const [name = '', handler = '', option] = words;
  if (option !== undefined && option !== 'nocache')
    throw new ConfigurationError(`invalid parameter "${option}"`, place);
  draft.declare(variableNameOf(name, place), { kind: 'js_set', handler, cacheable: option === undefined }, place);
}

function variable({ words, place, draft }: Reading): void {
  const [name = '', text] = words;
  const initial = text === undefined ? undefined : draft.template(text, place);
  draft.declare(variableNameOf(name, place), { kind: 'js_var', initial }, place);
}

function zone({ words, place, draft }: Reading): void {
  const declared: ZoneDraft = { timeout: undefined, type: 'string', evict: false };
  for (const word of words) zoneParameter(word, declared, place);
  const { name, size, timeout, type, evict } = declared;
  if (name === undefined || size === undefined) throw new ConfigurationError('"zone" parameter is missing', place);
  if (evict && timeout === undefined) throw new ConfigurationError('"evict" requires "timeout"', place);
  if (draft.zones.some((earlier) => earlier.name === name)) {
    throw new ConfigurationError(`duplicate zone "${name}"`, place);
  }
  draft.zones.push({ name, size, timeout, type, evict, file: place.file, line: place.line });
}

interface ZoneDraft {
  name?: string;
  size?: number;
  timeout: number | undefined;
  type: 'string' | 'number';
  evict: boolean;
}

function zoneParameter(word: string, declared: ZoneDraft, place: Place): void {
  const [key = '', value = ''] = splitOnce(word, '=');
  if (key === 'zone') Object.assign(declared, zoneNameAndSize(value, place));
  else if (key === 'timeout') declared.timeout = zoneTimeout(value, place);
  else if (key === 'type' && (value === 'string' || value === 'number')) declared.type = value;
  else if (word === 'evict') declared.evict = true;
  else throw new ConfigurationError(`invalid parameter "${word}"`, place);
}

/** Real hosts refuse zones below eight pages. */
const smallestZone = 8 * 4096;

function zoneNameAndSize(value: string, place: Place): { readonly name: string; readonly size: number } {
  const [name = '', sizeText = ''] = splitOnce(value, ':');
  const size = sizeOf(sizeText);
  if (name === '' || size === undefined) throw new ConfigurationError(`invalid zone "${value}"`, place);
  if (size < smallestZone) throw new ConfigurationError(`zone "${name}" is too small`, place);
  return { name, size };
}

function zoneTimeout(value: string, place: Place): number {
  const timeout = timeOf(value);
  if (timeout === undefined || timeout === 0) throw new ConfigurationError(`invalid timeout "${value}"`, place);
  return timeout;
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
