import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MemberFile } from '../types/member.js';
import type { RequirementFile } from '../types/requirement.js';
import type { RowFile, SectionFacts } from '../types/row.js';
import type { Spec } from '../types/specification.js';
import type { Axis } from '../types/tables.js';
import { axisRequirements } from './axes.js';
import { stepComplaints } from './check-steps.js';
import { type Complaint, complaintAt, SpecError } from './complaints.js';
import { objectFolder, requirementsOf } from './members.js';
import { Places } from './places.js';
import { type Validate, validators } from './schemas.js';
import { sharedTableComplaints, withSharedTables } from './shared-tables.js';
import { type ParseResult, readJsonSource, readYaml } from './sources.js';

/** A specification read from files, with the place of each part. */
export interface LocatedSpec extends Spec {
  readonly places: Places;
}

interface Reading {
  readonly root: string;
  readonly places: Places;
  readonly complaints: Complaint[];
}

/**
 * Reads and validates `spec/rows`, the requirements and rulings in the documents' folders (`spec/2-host-objects/…`),
 * `spec/tables.yaml` and `spec/pending.yaml` under `root`. `checkSpec` compares the parts with each other.
 * @param root folder that contains `spec/`
 * @throws SpecError with every complaint about every file
 */
export function readSpec(root: string): LocatedSpec {
  const reading: Reading = { root, places: new Places(), complaints: [] };
  const validate = validators();
  const spec = {
    ...documentsOf(reading, readRows(reading, validate.rows)),
    ...authoredSpec(reading, validate),
    pending: readOptional(reading, 'pending', validate.pending)?.pending ?? [],
    places: reading.places,
  };
  byId(
    reading,
    [...spec.files.values()].flatMap(({ requirements }) => requirements),
  );
  if (reading.complaints.length > 0) throw new SpecError(reading.complaints);
  return spec;
}

/** The documents, their rows, and the facts about each row. */
function documentsOf(
  reading: Reading,
  files: readonly RowFile[],
): Pick<Spec, 'documents' | 'rows' | 'sections' | 'lines'> {
  const documents = byId(
    reading,
    files.map(({ document }) => document),
  );
  const rows = byId(
    reading,
    files.flatMap((file) => file.rows),
  );
  return {
    documents: [...documents.values()].sort((a, b) => a.id - b.id),
    rows,
    sections: new Map(files.flatMap(sectionEntries)),
    lines: new Map(files.flatMap((file) => file.rows.map(({ id }, i): [string, number] => [id, file.lines[i] ?? 0]))),
  };
}

/** The authored part: requirements, members, rulings and the tables that all objects share. */
function authoredSpec(
  reading: Reading,
  validate: ReturnType<typeof validators>,
): Pick<Spec, 'files' | 'members' | 'axes' | 'rulings'> {
  const authored = authoredFiles(reading.root);
  const named = (name: string) => authored.filter((path) => posix.basename(path) === name);
  const requirementPaths = authored.filter((path) => ![RULINGS, MEMBERS].includes(posix.basename(path)));
  const rulingFiles = named(RULINGS).flatMap((path) => readAuthored(reading, path, 'rulings', validate.rulings));
  const members = new Map(named(MEMBERS).flatMap((path) => readAuthored(reading, path, 'members', validate.members)));
  const read = requirementPaths
    .flatMap((path) => readAuthored(reading, path, 'requirements', validate.requirements))
    .map(([path, file]): [string, RequirementFile] => [path, dated(reading, file)]);
  const shared = readOptional(reading, 'tables', validate.tables) ?? { tables: {} };
  reading.complaints.push(...sharedTableComplaints(read, shared, reading.places));
  const { axes = [] } = shared;
  const own = new Map(withSharedTables(read, shared, reading.places));
  const rulings = byId(
    reading,
    rulingFiles.flatMap(([, file]) => file.rulings),
  );
  return { files: new Map([...own, ...memberRequirements(reading, members, axes, own)]), members, axes, rulings };
}

function readRows(reading: Reading, validate: Validate<RowFile>): RowFile[] {
  const names = filesIn(reading, 'rows', '.json');
  if (names.length === 0) {
    const place = { file: 'spec/rows', line: 1, column: 1, pointer: '' };
    reading.complaints.push(complaintAt(place, 'no rows', 'one file a document', 'run `srvspec extract`'));
  }
  return names.flatMap((name) => take(reading, readJsonSource(reading.root, `spec/rows/${name}`), validate) ?? []);
}

const sectionEntries = ({ document, sections }: RowFile) =>
  sections.map((facts): [string, SectionFacts] => [[document.id, ...facts.section].join('/'), facts]);

/** The rulings and the members of one object; every other YAML file in its folder has requirements. */
const RULINGS = 'rulings.yaml';
const MEMBERS = 'members.yaml';

/** The file, whose version is the default of its requirements. */
function dated({ places }: Reading, file: RequirementFile): RequirementFile {
  const { since } = file;
  if (since === undefined) return file;
  const requirements = file.requirements.map((one) => places.moved({ since, ...one }, one));
  return places.moved({ ...file, requirements: places.moved(requirements, file.requirements) }, file);
}

/** Requirements derived from the lines of members tables that no authored requirement of the object names. */
function memberRequirements(
  { places }: Reading,
  members: ReadonlyMap<string, MemberFile>,
  axes: readonly Axis[],
  files: ReadonlyMap<string, RequirementFile>,
): [string, RequirementFile][] {
  return [...members].map(([path, file]) => {
    const beside = [...files].filter(([other]) => objectFolder(other) === objectFolder(path));
    const named = beside.flatMap(([, { requirements }]) =>
      requirements.flatMap(({ members: names = [], rows }) =>
        rows.flatMap((row) => names.map((name) => `${row} ${name}`)),
      ),
    );
    const made = requirementsOf(path, file, axisRequirements(path, file, axes), new Set(named));
    places.derive(made, file);
    for (const one of made.requirements) {
      places.derive(one, file.members.find(({ member }) => one.members?.includes(member)) ?? file);
    }
    return [path, made];
  });
}

/** Paths below `spec/` of the YAML files in the documents' folders, in order. */
function authoredFiles(root: string): string[] {
  const folder = join(root, 'spec');
  const documents = existsSync(folder) ? readdirSync(folder).filter((name) => /^[1-3]-/.test(name)) : [];
  return documents
    .flatMap((document) =>
      readdirSync(join(folder, document), { recursive: true, encoding: 'utf8' }).map((path) => `${document}/${path}`),
    )
    .filter((path) => path.endsWith('.yaml'))
    .sort();
}

/** One file under its path below `spec/` without extension; nothing if it is refused. */
function readAuthored<T>(
  reading: Reading,
  path: string,
  schema: 'requirements' | 'rulings' | 'members',
  validate: Validate<T>,
): [string, T][] {
  const up = '../'.repeat(path.split('/').length - 1);
  const parsed = readYaml(reading.root, `spec/${path}`, `${up}schemas/${schema}.schema.json`);
  const value = take(reading, parsed, validate);
  if (parsed.ok) reading.complaints.push(...stepComplaints(parsed.source, validators().step));
  return value === undefined ? [] : [[path.slice(0, -'.yaml'.length), value]];
}

/** A file of `spec/` itself, if it is there and valid. */
function readOptional<T>(reading: Reading, name: 'pending' | 'tables', validate: Validate<T>): T | undefined {
  const file = `spec/${name}.yaml`;
  if (!existsSync(join(reading.root, file))) return undefined;
  return take(reading, readYaml(reading.root, file, `schemas/${name}.schema.json`), validate);
}

function filesIn({ root }: Reading, folder: string, extension: string): string[] {
  const path = join(root, 'spec', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(extension))
    .sort();
}

function take<T>({ places, complaints }: Reading, parsed: ParseResult, validate: Validate<T>): T | undefined {
  const result = parsed.ok ? validate(parsed.source) : parsed;
  if (!result.ok) {
    complaints.push(...result.complaints);
    return undefined;
  }
  if (parsed.ok) places.record(parsed.source);
  return result.value;
}

/** Keyed by id. A repeated id is reported and ignored. */
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
    complaints.push(complaintAt(places.of(value, 'id'), found, 'a unique id', 'rename one of the two'));
  }
  return known;
}
