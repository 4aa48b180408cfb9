import { type ByteString, byteStringOf } from '../../../host/support/byte-string.js';
import { scopeOf } from '../../../host/support/settings/block.js';
import type { ConfigurationModule, Directive, Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import type { Regex, RegexMatch } from '../../../host/support/settings/regex.js';
import type { VariableReader } from '../../../host/support/settings/scope.js';
import type { Template } from '../../../host/support/settings/template.js';
import { capturingRegex, variableNameOf } from '../../../host/support/settings/values.js';

/** `map` of requests and of sessions. */
export const mapModule: ConfigurationModule = {
  name: 'map',
  directives: [{ name: 'map', contexts: ['http', 'stream'], arity: [2, 2], opens: 'list', read: map }],
};

function map(reading: Statement): void {
  const [source = '', target = ''] = reading.words;
  const scope = scopeOf(reading.block);
  const from = scope.template(source, reading.place);
  const name = variableNameOf(target, reading.place);
  const table = tableOf(reading);
  const compute = ({ evaluate, matched }: VariableReader) => {
    const found = mappedValue(table, evaluate(from));
    if (found?.match !== undefined) matched(found.match);
    return found === undefined ? '' : evaluate(found.value);
  };
  scope.declare(name, { kind: 'computed', compute, cacheable: !table.volatile }, reading.place);
}

function tableOf({ entries, block }: Statement): MapTable {
  const isOption = ({ name, arguments: words }: Directive) =>
    words.length === 0 && (name === 'hostnames' || name === 'volatile');
  const has = (option: string) => entries.some((entry) => isOption(entry) && entry.name === option);
  const draft = {
    hostnames: false,
    volatile: has('volatile'),
    exact: new Map<string, Template>(),
    regexes: [] as { readonly regex: Regex; readonly value: Template }[],
    otherwise: undefined as Template | undefined,
  };
  for (const entry of entries) {
    const [text, ...more] = entry.arguments;
    if (isOption(entry)) {
      // An entry before it is not a pattern.
      if (entry.name === 'hostnames') draft.hostnames = true;
      continue;
    }
    if (text === undefined || more.length > 0)
      throw new ConfigurationError('invalid number of the map parameters', entry);
    const value = scopeOf(block).template(text, entry);
    if (entry.name === 'default') {
      if (draft.otherwise !== undefined) throw new ConfigurationError('duplicate default map parameter', entry);
      draft.otherwise = value;
    } else if (entry.name.startsWith('~')) draft.regexes.push({ regex: regexOf(entry, block), value });
    else addExact(draft, entry, value);
  }
  return draft;
}

function regexOf(entry: Directive, block: Statement['block']): Regex {
  const ignoresCase = entry.name.startsWith('~*');
  return capturingRegex(entry.name.slice(ignoresCase ? 2 : 1), ignoresCase, block, entry);
}

function addExact(
  draft: { readonly hostnames: boolean; readonly exact: Map<string, Template> },
  entry: Directive,
  value: Template,
): void {
  const written = entry.name.replace(/^\\/, '');
  const key = byteStringOf(written).toLowerCase();
  if (draft.hostnames && /\.\.|.\*.|\*.*\*|^\*(?!\.)|[^.]\*$/.test(key))
    throw new ConfigurationError(`invalid hostname or wildcard "${written}"`, entry);
  if (draft.exact.has(key)) throw new ConfigurationError(`conflicting parameter "${key}"`, entry);
  draft.exact.set(key, value);
}

/** The content of a `map` block. */
interface MapTable {
  /** Whether its keys may be patterns of host names. */
  readonly hostnames: boolean;
  readonly volatile: boolean;
  /** Keys in lower case: letter case is ignored. */
  readonly exact: ReadonlyMap<string, Template>;
  readonly regexes: readonly { readonly regex: Regex; readonly value: Template }[];
  readonly otherwise: Template | undefined;
}

/** The value of a key: exact texts take precedence over wildcards, and both over regular expressions, which are tried in order. */
function mappedValue(
  table: MapTable,
  key: ByteString,
): { readonly value: Template; readonly match?: RegexMatch } | undefined {
  const name = table.hostnames ? key.replace(/\.$/, '') : key;
  const text = name.toLowerCase();
  const value = table.exact.get(text) ?? (table.hostnames ? byWildcard(table.exact, text) : undefined);
  if (value !== undefined) return { value };
  for (const { regex, value } of table.regexes) {
    const match = regex.match(name);
    if (match !== undefined) return { value, match };
  }
  return table.otherwise === undefined ? undefined : { value: table.otherwise };
}

/** `.example.org` and `*.example.org` precede `www.*`; longer patterns precede shorter ones. */
function byWildcard(exact: ReadonlyMap<string, Template>, name: string): Template | undefined {
  const labels = name.split('.');
  const own = exact.get(`.${name}`);
  if (own !== undefined) return own;
  for (let at = 1; at < labels.length; at++) {
    const ending = labels.slice(at).join('.');
    const found = exact.get(`.${ending}`) ?? exact.get(`*.${ending}`);
    if (found !== undefined) return found;
  }
  for (let count = labels.length - 1; count > 0; count--) {
    const found = exact.get(`${labels.slice(0, count).join('.')}.*`);
    if (found !== undefined) return found;
  }
  return undefined;
}
