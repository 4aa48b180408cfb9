import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Complaint, complaintAt, SpecError } from './complaints.js';
import { Places } from './places.js';
import { type Validate, validators } from './schemas.js';
import { type Parsed, readJson, readYaml } from './sources.js';
import type { PendingFile, RequirementFile, RowFile, Spec } from './types.js';

/** A specification that was read from files, and knows where each part of it stands. */
export interface LocatedSpec extends Spec {
  readonly places: Places;
}

/** What one reading has found so far. */
interface Reading {
  readonly root: string;
  readonly places: Places;
  readonly complaints: Complaint[];
}

/**
 * Reads and validates `spec/rows`, `spec/requirements`, `spec/rulings` and `spec/pending.yaml` under `root`. What the
 * parts say about each other is for `checkSpec`.
 * @param root folder that holds `spec/`
 * @throws SpecError with every complaint about every file
 */
export function readSpec(root: string): LocatedSpec {
  const reading: Reading = { root, places: new Places(), complaints: [] };
  const validate = validators();
  const rowFiles = readRows(reading, validate.rows);
  const files = new Map<string, RequirementFile>(readYamlFolder(reading, 'requirements', validate.requirements));
  const rulingFiles = readYamlFolder(reading, 'rulings', validate.rulings);
  const spec = {
    documents: [
      ...byId(
        reading,
        rowFiles.map(({ document }) => document),
      ).values(),
    ].sort((a, b) => a.id - b.id),
    rows: byId(
      reading,
      rowFiles.flatMap(({ rows }) => rows),
    ),
    files,
    rulings: byId(
      reading,
      rulingFiles.flatMap(([, { rulings }]) => rulings),
    ),
    pending: readPending(reading, validate.pending),
    places: reading.places,
  };
  byId(
    reading,
    [...files.values()].flatMap(({ requirements }) => requirements),
  );
  if (reading.complaints.length > 0) throw new SpecError(reading.complaints);
  return spec;
}

function readRows(reading: Reading, validate: Validate<RowFile>): RowFile[] {
  const names = filesIn(reading, 'rows', '.json');
  if (names.length === 0) {
    const place = { file: 'spec/rows', line: 1, column: 1, pointer: '' };
    reading.complaints.push(complaintAt(place, 'no rows', 'one file a document', 'run `srvspec extract`'));
  }
  return names.flatMap((name) => take(reading, readJson(reading.root, `spec/rows/${name}`), validate) ?? []);
}

/** The files of a folder by name without extension, in order of name. */
function readYamlFolder<T>(reading: Reading, folder: 'requirements' | 'rulings', validate: Validate<T>): [string, T][] {
  return filesIn(reading, folder, '.yaml').flatMap((name): [string, T][] => {
    const parsed = readYaml(reading.root, `spec/${folder}/${name}`, `../schemas/${folder}.schema.json`);
    const value = take(reading, parsed, validate);
    return value === undefined ? [] : [[name.slice(0, -'.yaml'.length), value]];
  });
}

function readPending(reading: Reading, validate: Validate<PendingFile>): readonly string[] {
  const file = 'spec/pending.yaml';
  if (!existsSync(join(reading.root, file))) return [];
  return take(reading, readYaml(reading.root, file, 'schemas/pending.schema.json'), validate)?.pending ?? [];
}

function filesIn({ root }: Reading, folder: string, extension: string): string[] {
  const path = join(root, 'spec', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(extension))
    .sort();
}

function take<T>({ places, complaints }: Reading, parsed: Parsed, validate: Validate<T>): T | undefined {
  const result = parsed.ok ? validate(parsed.source) : parsed;
  if (!result.ok) {
    complaints.push(...result.complaints);
    return undefined;
  }
  if (parsed.ok) places.record(parsed.source);
  return result.value;
}

/** Keyed by id; each id that comes again is complained about and not taken. */
function byId<T extends { readonly id: Id }, Id extends string | number>(
  { places, complaints }: Reading,
  values: readonly T[],
): Map<T['id'], T> {
  const known = new Map<T['id'], T>();
  for (const value of values) {
    const first = known.get(value.id);
    if (first === undefined) {
      known.set(value.id, value);
      continue;
    }
    const { file, line } = places.of(first);
    const found = `the id ${JSON.stringify(value.id)}, which ${file}:${line} has already`;
    complaints.push(complaintAt(places.of(value, 'id'), found, 'an id of its own', 'rename one of the two'));
  }
  return known;
}
