type JsonFields = Readonly<Record<string, unknown>>;

/** A rows file as read; only its outline is known to be valid. */
interface FoundFile {
  readonly document: JsonFields;
  readonly rows: ReadonlyMap<string, JsonFields>;
  /** Lines of the rows, in their order. */
  readonly lines: readonly unknown[];
  /** Sections by their path. */
  readonly sections: ReadonlyMap<string, JsonFields>;
}

const NOTHING: FoundFile = { document: {}, rows: new Map(), lines: [], sections: new Map() };

/** Longer facts are named, not shown. */
const SHOWN = 80;

/** What differs between two texts of a rows file, one line a row; `stored` is undefined where there is no file yet. */
export function changesBetween(name: string, stored: string | undefined, fresh: string): string[] {
  if (stored === fresh) return [];
  const before = stored === undefined ? NOTHING : readFound(stored);
  const after = readFound(fresh);
  if (before === undefined || after === undefined) return [`! ${name}: is no file of rows`];
  const changes = [
    ...documentChanges(name, before, after),
    ...rowChanges(before, after),
    ...sectionChanges(before, after),
    ...lineChanges(name, before, after),
  ];
  return changes.length > 0 ? changes : [`! ${name}: the same facts in another order or layout`];
}

function documentChanges(name: string, before: FoundFile, after: FoundFile): string[] {
  const changed = changedFacts(before.document, after.document);
  return changed.length === 0 ? [] : [`~ ${name} document: ${changed.map(({ text }) => text).join('; ')}`];
}

function rowChanges(before: FoundFile, after: FoundFile): string[] {
  const removed = [...before.rows.keys()].filter((id) => !after.rows.has(id)).map((id) => `- ${id}`);
  const lines = [...after.rows].map(([id, facts], index) => {
    const known = before.rows.get(id);
    if (known === undefined) return `+ ${id} (line ${after.lines[index]})`;
    const changed = changedFacts(known, facts);
    return changed.length === 0 ? '' : `~ ${id}: ${changed.map(({ text }) => text).join('; ')}`;
  });
  return [...removed, ...lines.filter((line) => line !== '')];
}

function sectionChanges(before: FoundFile, after: FoundFile): string[] {
  return [...new Set([...before.sections.keys(), ...after.sections.keys()])].flatMap((path) => {
    const changed = changedFacts(before.sections.get(path) ?? {}, after.sections.get(path) ?? {});
    return changed.length === 0 ? [] : [`~ section ${path}: ${changed.map(({ text }) => text).join('; ')}`];
  });
}

/** Rows that only moved are counted, not named. */
function lineChanges(name: string, before: FoundFile, after: FoundFile): string[] {
  const known = new Map([...before.rows.keys()].map((id, index) => [id, before.lines[index]]));
  const moved = [...after.rows.keys()].filter((id, index) => known.has(id) && known.get(id) !== after.lines[index]);
  return moved.length === 0 ? [] : [`~ ${name}: ${moved.length} rows stand on another line`];
}

function changedFacts(before: JsonFields, after: JsonFields): { fact: string; text: string }[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((fact) => {
    const [old, fresh] = [shown(before[fact]), shown(after[fact])];
    if (old === fresh) return [];
    return [{ fact, text: old.length + fresh.length > SHOWN ? fact : `${fact} ${old} -> ${fresh}` }];
  });
}

const shown = (fact: unknown): string => JSON.stringify(fact) ?? 'none';

function readFound(text: string): FoundFile | undefined {
  const file = parsed(text);
  if (!isFacts(file) || !isFacts(file.document) || !Array.isArray(file.rows)) return undefined;
  const rows = new Map<string, JsonFields>();
  for (const row of file.rows) {
    if (!isFacts(row) || typeof row.id !== 'string') return undefined;
    rows.set(row.id, row);
  }
  const lines: readonly unknown[] = Array.isArray(file.lines) ? file.lines : [];
  return { document: file.document, rows, lines, sections: sectionsOf(file.sections) };
}

function sectionsOf(list: unknown): ReadonlyMap<string, JsonFields> {
  const sections: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Map(sections.filter(isFacts).map((facts) => [String(facts.section), facts]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFacts(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
