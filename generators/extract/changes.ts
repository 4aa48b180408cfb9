type Facts = Readonly<Record<string, unknown>>;

/** A rows file as it was found, of which only the outline is taken for granted. */
interface FoundFile {
  readonly document: Facts;
  readonly rows: ReadonlyMap<string, Facts>;
}

/** Longer facts are named, not shown. */
const SHOWN = 80;

/** What differs between two texts of a rows file, one line a row; `stored` is undefined where there is no file yet. */
export function changesBetween(name: string, stored: string | undefined, fresh: string): string[] {
  if (stored === fresh) return [];
  const before = stored === undefined ? { document: {}, rows: new Map<string, Facts>() } : readFound(stored);
  const after = readFound(fresh);
  if (before === undefined || after === undefined) return [`! ${name}: is no file of rows`];
  const changes = [...documentChanges(name, before, after), ...rowChanges(name, before, after)];
  return changes.length > 0 ? changes : [`! ${name}: the same facts in another order or layout`];
}

function documentChanges(name: string, before: FoundFile, after: FoundFile): string[] {
  const changed = changedFacts(before.document, after.document);
  return changed.length === 0 ? [] : [`~ ${name} document: ${changed.map(({ text }) => text).join('; ')}`];
}

function rowChanges(name: string, before: FoundFile, after: FoundFile): string[] {
  const removed = [...before.rows.keys()].filter((id) => !after.rows.has(id));
  const lines = removed.map((id) => `- ${id}`);
  let moved = 0;
  for (const [id, facts] of after.rows) {
    const known = before.rows.get(id);
    const changed = known === undefined ? [] : changedFacts(known, facts);
    if (known === undefined) lines.push(`+ ${id} (line ${facts.line})`);
    else if (changed.some(({ fact }) => fact !== 'line'))
      lines.push(`~ ${id}: ${changed.map(({ text }) => text).join('; ')}`);
    else moved += changed.length;
  }
  return moved === 0 ? lines : [...lines, `~ ${name}: ${moved} rows stand on another line, otherwise unchanged`];
}

function changedFacts(before: Facts, after: Facts): { fact: string; text: string }[] {
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
  const rows = new Map<string, Facts>();
  for (const row of file.rows) {
    if (!isFacts(row) || typeof row.id !== 'string') return undefined;
    rows.set(row.id, row);
  }
  return { document: file.document, rows };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
