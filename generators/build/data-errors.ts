/** Reports compiler errors in generated cases at the place of the datum in the YAML of its requirement. */
import { posix } from 'node:path';
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { caseId, casesOf, type NamedCase } from '../../spec/reading/case-names.js';
import { complaintAt, complaintText, type Place } from '../../spec/reading/complaints.js';
import { objectFolder } from '../../spec/reading/members.js';
import type { LocatedSpec } from '../../spec/reading/read.js';
import type { Path } from '../../spec/reading/sources.js';
import type { Requirement, RequirementFile } from '../../spec/types/requirement.js';
import { CASES_FOLDER } from '../emit/cases.js';

/** `FILE(LINE,COLUMN): error CODE: MESSAGE`; further lines are indented. */
const ERROR = /^(\S+\.ts)\((\d+),(\d+)\): error TS\d+: (.*)$/;

/**
 * The compiler's output, with each error about generated cases once, at the YAML line of the datum.
 * @param read returns the text of a file, given its path from the package's root
 */
export function withDataErrors(output: string, spec: LocatedSpec, read: (file: string) => string): string {
  const blocks = output.split(/\n(?=\S)/);
  return [...new Set(blocks.map((block) => (isAboutCases(block) ? inDataTerms(block, spec, read) : block)))].join('\n');
}

/** Whether an output has errors about generated cases. */
export const isAboutCases = (output: string): boolean =>
  output.split('\n').some((line) => ERROR.test(line) && line.startsWith(`${CASES_FOLDER}/`));

function inDataTerms(block: string, spec: LocatedSpec, read: (file: string) => string): string {
  const [, file = '', line = '', column = '', message = ''] = ERROR.exec(block.split('\n', 1)[0] ?? '') ?? [];
  const object = file.slice(CASES_FOLDER.length + 1, -'.ts'.length);
  const requirements = spec.files.get(object);
  const lines = read(file).split('\n');
  const text = lines[Number(line) - 1] ?? '';
  const [, id = '', module = '', law = '', data = ''] = CASE.exec(text) ?? [];
  const requirement = requirements?.requirements.find((one) => id === one.id || id.startsWith(`${one.id}/`));
  if (requirements === undefined) return block;
  const [, name] = /^import \* as (\w+) /.exec(text) ?? [];
  if (name !== undefined) {
    const advice = 'write it, or name another file in `law`';
    return complaintText(complaintAt(spec.places.of(requirements), 'cases', homeOf(name, file, lines), advice));
  }
  if (requirement === undefined) return block;
  const at = Number(column) - 1 - text.lastIndexOf(data);
  const path = at < 0 ? undefined : pathAt(parseDocument(data).contents, at);
  const origin = originOf(id, requirement, requirements);
  const place = origin === undefined ? memberPlace(id, requirement, object, spec) : within(origin, path, spec);
  const home = homeOf(module, file, lines);
  const says = message.replace(/import\("[^"]*"\)/, home);
  const [found, expected] =
    path === undefined
      ? [`the law ${law}`, `one that ${home} exports (${says})`]
      : [foundAt(JSON.parse(data), path), `what ${law} of ${home} takes (${says})`];
  return complaintText(complaintAt(place, found, expected, 'correct it here, or the law'));
}

/** A generated case: its id, the law, and the text of its data. */
const CASE = /^\s*\{ id: "([^"]+)", .*?body: \(\) => (\w+)\.(\w+)\((.*)\) \},$/;

/** The path of the laws file that a generated file imports under a name. */
function homeOf(module: string, file: string, lines: readonly string[]): string {
  const imported = lines.find((line) => line.startsWith(`import * as ${module} from `));
  const path = /'([^']+)\.js'/.exec(imported ?? '')?.[1];
  return path === undefined ? module : `${posix.join(posix.dirname(file), path)}.ts`;
}

/** Keys and indices that lead to the innermost value whose key or text contains the offset. */
function pathAt(node: unknown, offset: number): Path {
  if (isMap(node))
    for (const { key, value } of node.items) {
      if (isScalar(key) && isIn(key, offset)) return [String(key.value)];
      if (isNodeAt(value, offset)) return [String(isScalar(key) ? key.value : key), ...pathAt(value, offset)];
    }
  if (isSeq(node))
    for (const [i, item] of node.items.entries()) if (isNodeAt(item, offset)) return [i, ...pathAt(item, offset)];
  return [];
}

const isIn = ({ range }: Pick<Node, 'range'>, offset: number): boolean =>
  range !== undefined && range !== null && offset >= range[0] && offset < range[1];

const isNodeAt = (value: unknown, offset: number): boolean =>
  (isMap(value) || isSeq(value) || isScalar(value)) && isIn(value, offset);

function foundAt(data: unknown, path: Path): string {
  const value = path.reduce((of: unknown, key) => Reflect.get(Object(of), key), data);
  const shown = JSON.stringify(value) ?? 'nothing';
  const name = path.length === 0 ? 'the data' : path.join('.');
  return `${name} ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`;
}

/** The line of the member with which the name of a generated member case begins. */
function memberPlace(id: string, requirement: Requirement, object: string, { members, places }: LocatedSpec): Place {
  const [name] = id.slice(requirement.id.length + 1).split('/');
  const beside = members.get(`${objectFolder(object)}/members`)?.members ?? [];
  return places.of(beside.find(({ member }) => member === name) ?? requirement);
}

interface RowOrigin {
  readonly found: NamedCase;
  readonly file: RequirementFile;
}

function originOf(
  id: string,
  { id: requirement, cases = [] }: Requirement,
  file: RequirementFile,
): RowOrigin | undefined {
  const all = cases.flatMap((application) => casesOf(application, file));
  const found = all.find(({ name }) => caseId(requirement, name) === id);
  return found && { found, file };
}

/**
 * The place of the value at a path of a case's data: in its row, on an axis, or in the data that all rows share. Without a path, the place
 * of its law.
 */
function within({ found, file }: RowOrigin, path: Path | undefined, { places }: LocatedSpec): Place {
  const { application, table, index } = found;
  if (path === undefined) return places.of(application, 'law');
  const [key] = path;
  const { each, over = {}, with: common } = application;
  const own = (table === undefined ? each : file.tables?.[table])?.[index];
  if (key === undefined) return places.of(own ?? application);
  if (key in over) return places.of(over, key);
  if (own !== undefined && key in own) return places.of(own, ...path);
  return common !== undefined && key in common ? places.of(common, ...path) : places.of(own ?? application);
}
