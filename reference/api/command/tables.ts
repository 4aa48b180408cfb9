import { discreetJson, namesSecret } from '../client/excerpt.js';
import { REDACTED } from '../client/secret.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../support/json.js';
import { printable } from '../support/printable.js';

/** For people: one line a record under a line of names; documented members come first, in their order. */
export function table(records: readonly JsonObject[], documented: readonly string[]): string {
  if (records.length === 0) return 'none\n';
  const names = columns(records, documented);
  const rows = [names.map(printable), ...records.map((record) => names.map((name) => memberCell(record, name)))];
  const widths = names.map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, column) => padded(text, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** For people: one line a member. */
export function members(record: JsonObject): string {
  return Object.entries(record)
    .map(([name]) => `${printable(name)}: ${memberCell(record, name)}\n`)
    .join('');
}

function columns(records: readonly JsonObject[], documented: readonly string[]): readonly string[] {
  const present = new Set(records.flatMap((record) => Object.keys(record)));
  const others = [...present].filter((name) => !documented.includes(name));
  return [...documented.filter((name) => present.has(name)), ...others];
}

/** Hides a key that a service should not have sent again. */
function memberCell(record: JsonObject, name: string): string {
  if (namesSecret(name)) return REDACTED;
  return cell(Object.hasOwn(record, name) ? record[name] : undefined);
}

/** A list of scalars is written as such a list; whatever else is no scalar, as JSON. */
function cell(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return printable(value);
  if (isJsonArray(value) && value.every((item) => typeof item === 'string')) return printable(value.join(', '));
  return inOneLine(value);
}

export const inOneLine = (value: JsonValue): string => printable(discreetJson(value));

function width(text: string): number {
  return [...text].length;
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(columns - width(text));
}
