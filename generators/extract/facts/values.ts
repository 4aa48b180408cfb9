/** Facts of single cells: access, types, defaults and outcomes. */
import type { DefaultFact, Facts, OutcomeFact } from '../../../spec/types/row.js';
import { cellsOf, clausesOf, codesIn, identifiersIn, type RowText } from './text.js';
import { ACCESS, DEFAULT_WORDS, TYPE_WORDS } from './vocabulary.js';

const names = (...columns: readonly string[]): ReadonlySet<string> => new Set(columns);

const ACCESS_COLUMNS = names('access', 'rules');
const TYPE_COLUMNS = names(
  ...[
    'type',
    'type / rules',
    'type and rules',
    'type and values',
    'data type',
    'notes',
    'behavior',
    'meaning',
    'rules',
  ],
  ...['result', 'result and rules', 'arguments and result'],
);

export function accessOf(row: RowText): Facts['access'] {
  const texts = cellsOf(row, ACCESS_COLUMNS).map(({ text }) => text);
  return ACCESS.find((word) => texts.some((text) => text.startsWith(word)));
}

const TYPE = `(${[...TYPE_WORDS.keys()].join('|')})s?`;
const FILLER = '(?:(?:returns|new|a|an|the|read-only|optional) )*';
const LEADING = new RegExp(`^${FILLER}${TYPE}(?: or (?:a )?${TYPE})?(?![\\w-])`, 'i');
const ONE_TYPE = `(${[...TYPE_WORDS.keys()].join('|')})`;
const LATER = new RegExp(`(?:\\breturns (?:an? )?|\\bas |\\bbut an? |\\bbut returns an? )${ONE_TYPE}(?![\\w-])`, 'i');
/** A conditional type does not apply to the whole. */
const isConditional = (clause: string): boolean => /\bwith(out)?\b/i.test(clause);

/** Types of a property's value or an operation's result; several are alternatives. */
export function typesOf(row: RowText): string[] {
  const [cell] = cellsOf(row, TYPE_COLUMNS);
  if (cell === undefined) return [];
  const [first = ''] = clausesOf(cell.text);
  if (/^(returns )?true\b/i.test(first)) return ['boolean'];
  const [, one, other] = LEADING.exec(first) ?? [];
  const [, later] =
    one === undefined
      ? (LATER.exec(
          clausesOf(cell.text)
            .filter((clause) => !isConditional(clause))
            .join('; '),
        ) ?? [])
      : [];
  return [one, other, later].flatMap((word) => TYPE_WORDS.get(word?.toLowerCase() ?? '') ?? []);
}

/** Types in the column of arguments. */
export function argumentTypes(row: RowText): string[] {
  const [cell] = cellsOf(row, names('arguments'));
  const words = (cell?.text ?? '').match(/\w+/g) ?? [];
  return [...new Set(words.flatMap((word) => TYPE_WORDS.get(word.toLowerCase()) ?? []))];
}

const VALUE = `(\`[^\`]*\`|0[xo][0-9a-f]+|-?\\d+|(?:${DEFAULT_WORDS.join('|')})\\b)`;
const DEFAULT = new RegExp(`\\bdefault(?: is|s to)? ${VALUE}`, 'g');
const MARKED = /(?:`(\w+)`[^`]*)?`([^`]*)` \(default\)/g;
const LISTED = new RegExp(`\`(\\w+)\` ${VALUE}`, 'g');

const bare = (value: string): string => value.replace(/^`(.*)`$/, '$1');

/** The value of an omitted argument; `of` is absent if the row does not name the argument. */
export function defaultsOf(row: RowText): DefaultFact[] {
  const [own] = cellsOf(row, names('default'));
  const of = row.cells[0] === undefined ? undefined : identifiersIn(row.cells[0].text)[0];
  if (own !== undefined) return [{ ...(of === undefined ? {} : { of }), value: bare(own.text) }];
  return row.cells.flatMap(({ text }) => clausesOf(text)).flatMap((clause) => clauseDefaults(clause, row));
}

function clauseDefaults(clause: string, row: RowText): DefaultFact[] {
  const single = [...clause.matchAll(DEFAULT)].map((match): DefaultFact => {
    const of = identifiersIn(clause.slice(0, match.index)).at(-1);
    return { ...(of === undefined ? {} : { of }), value: bare(match[1] ?? '') };
  });
  const marked = [...clause.matchAll(MARKED)].map(
    ([, of, value = '']): DefaultFact => ({
      ...(of === undefined ? {} : { of }),
      value,
    }),
  );
  return [...single, ...marked, ...listedDefaults(clause, row)];
}

/** `defaults: a 0, b c.length`, and `defaults 0, 0, c.length` for the optional parameters in their order. */
function listedDefaults(clause: string, { signatures }: RowText): DefaultFact[] {
  const [, named, list = ''] = /\bdefaults(:?) (.*)$/.exec(clause) ?? [];
  if (named === undefined) return [];
  if (named === ':') return [...list.matchAll(LISTED)].map(([, of = '', value = '']) => ({ of, value: bare(value) }));
  const optional = (signatures[0]?.parameters ?? []).filter(({ optionalDepth }) => optionalDepth > 0);
  const values = list.split(',').map((value) => bare(value.trim()));
  return values.length === optional.length ? optional.map(({ name }, i) => ({ of: name, value: values[i] ?? '' })) : [];
}

/** The outcome under the row's condition. */
export function outcomeFact(row: RowText): OutcomeFact | undefined {
  const [cell] = cellsOf(row, names('outcome'));
  if (cell === undefined) return undefined;
  const error = /\b([A-Z]\w*Error)\b/.exec(cell.text)?.[1];
  if (/\bthrows\b|\bexception\b|\berror is raised\b/i.test(cell.text)) {
    const [message] = error === undefined ? codesIn(cell.text).filter((code) => code.includes(' ')) : [];
    return { kind: 'throws', ...(error === undefined ? {} : { error }), ...(message === undefined ? {} : { message }) };
  }
  if (/\brejected\b/i.test(cell.text)) return { kind: 'rejects' };
  return /^fails\b/i.test(cell.text) ? { kind: 'fails' } : undefined;
}
