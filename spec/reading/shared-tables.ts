/** Tables that requirement files of any object can use. */
import type { RequirementFile } from '../types/requirement.js';
import type { TableFile } from '../types/tables.js';
import { type Complaint, complaintAt } from './complaints.js';
import type { Places } from './places.js';

/** The files, with the shared tables that their cases use added to their own tables. */
export function withSharedTables(
  files: readonly (readonly [path: string, file: RequirementFile])[],
  { tables: shared }: TableFile,
  places: Places,
): [string, RequirementFile][] {
  return files.map(([path, file]) => {
    const own = file.tables ?? {};
    const used = [...namedBy(file)].filter((name) => Object.hasOwn(shared, name) && !Object.hasOwn(own, name));
    if (used.length === 0) return [path, file];
    const tables = { ...own, ...Object.fromEntries(used.map((name) => [name, shared[name] ?? []])) };
    return [path, places.moved({ ...file, tables: places.moved(tables, file.tables ?? file) }, file)];
  });
}

const namedBy = ({ requirements }: RequirementFile): ReadonlySet<string> =>
  new Set(requirements.flatMap(({ cases = [] }) => cases.flatMap(({ table }) => table ?? [])));

/** Shared tables that fewer than two requirements use, or that have the name of a file's own table. */
export function sharedTableComplaints(
  files: readonly (readonly [path: string, file: RequirementFile])[],
  { tables }: TableFile,
  places: Places,
): Complaint[] {
  return Object.keys(tables).flatMap((name) => {
    const place = places.of(tables, name);
    const hidden = files.find(([, file]) => Object.hasOwn(file.tables ?? {}, name));
    const expected = 'a table that cases use, with a name that no file has';
    if (hidden !== undefined)
      return [complaintAt(place, `the table ${name}, which ${hidden[0]} has, too`, expected, 'rename one of the two')];
    if (files.some(([, file]) => namedBy(file).has(name))) return [];
    return [complaintAt(place, `the table ${name} that no case uses`, expected, 'use it or remove it')];
  });
}
