/** Facts of rows that list the keys of an object: parameters of algorithms, fields of requests and records. */
import type { EndpointFact, FieldFact, KeyFact } from '../../../spec/types/row.js';
import { codesIn, type RowText } from './text.js';
import { METHODS } from './vocabulary.js';

const cellOf = ({ cells }: RowText, column: string): string | undefined =>
  cells.find((cell) => cell.column === column)?.text;

/** The keys of an algorithm's parameters, in order; absent if the row is not about algorithms. */
export function keyFacts(row: RowText): KeyFact[] | undefined {
  const text = cellOf(row, 'keys');
  if (text === undefined) return undefined;
  const list = text.split(/;(?![^()]*\))/).flatMap((part) => keyOf(part, row.above));
  return /\bname string\b/.test(text) ? list.map((key) => ({ ...key, orBare: true })) : list;
}

function keyOf(part: string, above: readonly RowText[]): KeyFact[] {
  const [, name, remarks = ''] = /`(\w+)`(?: \((.*)\))?/.exec(part) ?? [];
  if (name === undefined) return /\bname string\b/.test(part) ? [{ name: 'name' }] : [];
  const optional = /\boptional\b/.test(remarks);
  const alternatives = /\bsame\b.*\bvalues\b/.test(remarks) ? alternativesAbove(name, above) : alternativesIn(remarks);
  return [{ name, ...(optional && { optional }), ...(alternatives.length > 1 && { alternatives }) }];
}

/** Names in code, or numbers in a list; a single number is a size or a mention. */
function alternativesIn(remarks: string): string[] {
  const [list = ''] = /(?:one of )?(?:`[^`]+`|\d+)(?:(?:, | or )(?:`[^`]+`|\d+))+/.exec(remarks) ?? [];
  const codes = codesIn(list);
  return codes.length > 0 ? codes : (list.match(/\d+/g) ?? []);
}

const alternativesAbove = (name: string, above: readonly RowText[]): readonly string[] =>
  above.flatMap((row) => keyFacts(row) ?? []).findLast((key) => key.name === name)?.alternatives ?? [];

/** Names that the row's first cell lists: algorithms with the same keys. */
export const algorithmsOf = (row: RowText): string[] => codesIn(cellOf(row, 'algorithm') ?? '');

const FIELD = /`(\w+)` \((array of strings|string|object|number|boolean)\)/g;

/** An endpoint's method, path and the fields of its payloads. */
export function endpointOf(row: RowText): EndpointFact | undefined {
  const method = METHODS.find((one) => one === cellOf(row, 'method'));
  const [path] = codesIn(cellOf(row, 'path shape') ?? '');
  if (method === undefined || path === undefined) return undefined;
  return {
    method,
    path,
    request: fieldsIn(cellOf(row, 'request payload') ?? ''),
    response: fieldsIn(cellOf(row, 'response payload') ?? ''),
  };
}

const fieldsIn = (text: string): FieldFact[] =>
  [...text.matchAll(FIELD)].map(([, name = '', type = '']) => ({ name, type: type.replaceAll(' ', '-') }));

/** A field of a record: rows of the table of resources. */
export function fieldFact(row: RowText): FieldFact | undefined {
  const [name, type] = [cellOf(row, 'field'), cellOf(row, 'type')];
  return name === undefined || type === undefined ? undefined : { name, type: type.replaceAll(' ', '-') };
}
