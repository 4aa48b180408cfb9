import { Script } from 'node:vm';
import type { ScriptImport } from '../realms/scripts.js';
import { scopeOf, withinBoth } from '../settings/block.js';
import { type DirectiveRule, listSetting, many, type Statement } from '../settings/directive.js';
import { ConfigurationError } from '../settings/error.js';
import { appended } from '../settings/setting.js';
import { pathIn, variableNameOf } from '../settings/values.js';
import { type GlobalFile, namedFile } from './named-file.js';
import { scriptSettings } from './settings.js';
import { type ZoneDeclaration, zoneDeclaration } from './zone-declaration.js';

const protocols = ['http', 'stream'];

/** Folders that are searched for modules: those of outer blocks first. */
export const scriptPaths = listSetting<string>(
  'js_path',
  withinBoth,
  (words, reading) => words.map((path) => pathIn(reading.configurationPrefix, path)),
  [],
  { inherit: appended },
);
export const scriptImports = listSetting<ScriptImport>('js_import', withinBoth, scriptImport, [], {
  arity: [1, 3],
  inherit: appended,
});
/** JSON files whose content scripts have as globals; of several with the same name the innermost applies. */
export const preloadedFiles = listSetting<GlobalFile>('js_preload_object', withinBoth, preloadedFile, [], {
  arity: [1, 3],
  inherit: appended,
});
export const zoneDeclarations = listSetting<ZoneDeclaration>('js_shared_dict_zone', protocols, zone, [], {
  arity: [1, many],
  since: '0.8.0',
});

/** Directives of scripting that are the same for all protocols. */
export const scriptDirectives: readonly DirectiveRule[] = [
  ...scriptSettings,
  scriptPaths,
  scriptImports,
  preloadedFiles,
  zoneDeclarations,
  { name: 'js_set', contexts: withinBoth, arity: [2, 3], read: setHandler },
  { name: 'js_var', contexts: withinBoth, arity: [1, 2], read: variable, since: '0.5.3' },
];

function scriptImport(words: readonly string[], reading: Statement): readonly [ScriptImport] {
  const { name, path, file, line } = namedFile(words, { called: 'export', ending: '.js' }, reading);
  if (!isBindable(name))
    throw new ConfigurationError(`"${name}" is reserved and cannot be an export name`, reading.place);
  if (scriptImports.own(reading.block)?.some((earlier) => earlier.name === name))
    throw new ConfigurationError(`the duplicate "${name}" import`, reading.place);
  return [{ name, specifier: path, file, line }];
}

/** Whether a module can bind the name. */
function isBindable(name: string): boolean {
  try {
    return new Script(`async () => { 'use strict'; let ${name}; }`) !== undefined && name !== 'undefined';
  } catch {
    return false;
  }
}

function preloadedFile(words: readonly string[], reading: Statement): readonly [GlobalFile] {
  const named = namedFile(words, { called: 'global', ending: '.json' }, reading);
  return [{ ...named, path: pathIn(reading.configurationPrefix, named.path) }];
}

/** Names of zones are shared by all protocols. */
function zone(words: readonly string[], reading: Statement): readonly [ZoneDeclaration] {
  const declared = zoneDeclaration(words, reading);
  const protocols = reading.block.parent?.children ?? [];
  if (protocols.some((protocol) => zoneDeclarations.own(protocol)?.some(({ name }) => name === declared.name))) {
    throw new ConfigurationError(`duplicate zone "${declared.name}"`, reading.place);
  }
  return [declared];
}

function setHandler({ words, place, block }: Statement): void {
  const [name = '', handler = '', option] = words;
  if (option !== undefined && option !== 'nocache')
    throw new ConfigurationError(`unrecognized flag "${option}"`, place);
  const declaration = { kind: 'handler', handler, cacheable: option === undefined } as const;
  scopeOf(block).declare(variableNameOf(name, place), declaration, place);
}

function variable({ words, place, block }: Statement): void {
  const [name = '', text] = words;
  const initial = text === undefined ? undefined : scopeOf(block).template(text, place);
  scopeOf(block).declare(variableNameOf(name, place), { kind: 'template', initial }, place);
}
