import { basename } from 'node:path';
import { scopeOf } from '../configuration/block.js';
import { type DirectiveRule, listSetting, type Reading } from '../configuration/directive.js';
import { ConfigurationError } from '../configuration/error.js';
import { appended } from '../configuration/setting.js';
import { variableNameOf } from '../configuration/values.js';
import type { ScriptImport } from '../script/scripts.js';
import { scriptSettings } from './settings.js';
import { type ZoneDeclaration, zoneDeclaration } from './zone-declaration.js';

/** Blocks whose scripts inner blocks inherit. */
const within = ['http', 'server', 'location', 'stream', 'stream server'];
const protocols = ['http', 'stream'];
const identifier = /^[A-Za-z_$][\w$]*$/;

export const scriptPaths = listSetting('js_path', within, (words) => words, []);
export const scriptImports = listSetting<ScriptImport>('js_import', within, scriptImport, [], {
  arity: [1, 3],
  inherit: appended,
});
export const zoneDeclarations = listSetting<ZoneDeclaration>('js_shared_dict_zone', protocols, zone, [], {
  arity: [1, Number.POSITIVE_INFINITY],
  since: '0.8.0',
});

/** Directives of scripting that are alike for all protocols. */
export const scriptDirectives: readonly DirectiveRule[] = [
  ...scriptSettings,
  scriptPaths,
  scriptImports,
  zoneDeclarations,
  { name: 'js_set', contexts: within, arity: [2, 3], read: setHandler },
  { name: 'js_var', contexts: within, arity: [1, 2], read: variable, since: '0.5.3' },
];

function scriptImport(words: readonly string[], { place, block }: Reading): readonly [ScriptImport] {
  const [first = '', from, file] = words;
  if (from !== undefined && file === undefined)
    throw new ConfigurationError('invalid number of arguments in "js_import" directive', place);
  if (from !== undefined && from !== 'from') {
    throw new ConfigurationError(`invalid parameter "${from}"`, place);
  }
  const name = file === undefined ? basename(first, '.js') : first;
  if (file === undefined && (!first.endsWith('.js') || !identifier.test(name)))
    throw new ConfigurationError(
      `cannot extract export name from file path "${first}", use extended "from" syntax`,
      place,
    );
  const wrong = /[^\w$]|^\d/.exec(name)?.[0];
  if (wrong !== undefined) throw new ConfigurationError(`invalid character "${wrong}" in export name "${name}"`, place);
  if (scriptImports.own(block)?.some((earlier) => earlier.name === name)) {
    throw new ConfigurationError(`the duplicate "${name}" import`, place);
  }
  return [{ name, specifier: file ?? first, file: place.file, line: place.line }];
}

/** Names of zones are one list for all protocols. */
function zone(words: readonly string[], reading: Reading): readonly [ZoneDeclaration] {
  const declared = zoneDeclaration(words, reading);
  const protocols = reading.block.parent?.children ?? [];
  if (protocols.some((protocol) => zoneDeclarations.own(protocol)?.some(({ name }) => name === declared.name))) {
    throw new ConfigurationError(`duplicate zone "${declared.name}"`, reading.place);
  }
  return [declared];
}

function setHandler({ words, place, block }: Reading): void {
  const [name = '', handler = '', option] = words;
  if (option !== undefined && option !== 'nocache')
    throw new ConfigurationError(`unrecognized flag "${option}"`, place);
  const declaration = { kind: 'handler', handler, cacheable: option === undefined } as const;
  scopeOf(block).declare(variableNameOf(name, place), declaration, place);
}

function variable({ words, place, block }: Reading): void {
  const [name = '', text] = words;
  const initial = text === undefined ? undefined : scopeOf(block).template(text, place);
  scopeOf(block).declare(variableNameOf(name, place), { kind: 'template', initial }, place);
}
