import type { Row, RowFile } from '../../spec/types/row.js';

/** Longer facts are named but not shown. */
const SHOWN = 80;

/** The empty content of a rows file that does not exist yet. */
type StoredRows = Partial<Pick<RowFile, 'document'>> & Omit<RowFile, 'document'>;

const NOTHING: StoredRows = { rows: [], sections: [], lines: [] };

/** The differences between a stored text, if there is one, and a rows file that is written as `fresh`, one line for each row. */
export function changesBetween(name: string, stored: string | undefined, after: RowFile, fresh: string): string[] {
  if (stored === fresh) return [];
  const before = stored === undefined ? NOTHING : rowsIn(stored);
  if (before === undefined) return [`! ${name}: is no file of rows`];
  const changes = [
    ...changed(`${name} document`, before.document, after.document),
    ...rowChanges(before, after),
    ...sectionChanges(before, after),
    ...lineChanges(name, before, after),
  ];
  return changes.length > 0 ? changes : [`! ${name}: the same facts in another order or layout`];
}

const byId = ({ rows }: StoredRows): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.id, row]));

function rowChanges(before: StoredRows, after: RowFile): string[] {
  const [old, fresh] = [byId(before), byId(after)];
  return [
    ...[...old.keys()].filter((id) => !fresh.has(id)).map((id) => `- ${id}`),
    ...after.rows.flatMap((row, i) =>
      old.has(row.id) ? changed(row.id, old.get(row.id), row) : [`+ ${row.id} (line ${after.lines[i]})`],
    ),
  ];
}

function sectionChanges(before: StoredRows, after: RowFile): string[] {
  const [old, fresh] = [before, after].map(
    ({ sections }) => new Map(sections.map((facts) => [String(facts.section), facts])),
  );
  const paths = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...paths].flatMap((path) => changed(`section ${path}`, old?.get(path), fresh?.get(path)));
}

/** Rows that only moved are counted, not named. */
function lineChanges(name: string, before: StoredRows, after: RowFile): string[] {
  const known = new Map(before.rows.map(({ id }, i) => [id, before.lines[i]]));
  const moved = after.rows.filter(({ id }, i) => known.has(id) && known.get(id) !== after.lines[i]);
  return moved.length === 0 ? [] : [`~ ${name}: ${moved.length} rows are on another line`];
}

function changed(what: string, before: object = {}, after: object = {}): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const facts = names.flatMap((fact) => {
    const [old = '', fresh = ''] = [before, after].map((of) => JSON.stringify(Reflect.get(of, fact)) ?? 'none');
    if (old === fresh) return [];
    return [old.length + fresh.length > SHOWN ? fact : `${fact} ${old} -> ${fresh}`];
  });
  return facts.length === 0 ? [] : [`~ ${what}: ${facts.join('; ')}`];
}

/** The content of a rows file; `undefined` for any other text. */
function rowsIn(text: string): RowFile | undefined {
  try {
    const file: RowFile = JSON.parse(text);
    const lists = [file.rows, file.sections, file.lines];
    return lists.every(Array.isArray) && file.rows.every(({ id }) => typeof id === 'string') ? file : undefined;
  } catch {
    return undefined;
  }
}
