/** Checks the steps in requirement files (`spec/types/step.ts`); a complaint names its place. */
import type { StepOf } from '../types/step.js';
import { type Complaint, complaintAt } from './complaints.js';
import type { Validate } from './schemas.js';
import type { Path, Source } from './sources.js';

const VERBS = ['call', 'get', 'set', 'delete', 'new', 'make', 'value'] as const satisfies readonly (keyof StepOf)[];

/** Complaints about every step of a file that is written with verbs. */
export const stepComplaints = (source: Source, validate: Validate<StepOf>): readonly Complaint[] =>
  stepsIn(source.data, []).flatMap((path) => complaintsOf(inside(source, path), validate));

/** Paths of steps with verbs: elements of `steps`, or of its lists by place, and members of `make`. */
function stepsIn(value: unknown, path: Path): readonly Path[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    if (key === 'steps') return listsIn(inner, here).flatMap(([list, at]) => verbSteps(list, at));
    if (key === 'make' && isObject(inner) && !Array.isArray(inner)) return verbSteps(inner, here);
    return stepsIn(inner, here);
  });
}

function listsIn(value: unknown, path: Path): readonly (readonly [readonly unknown[], Path])[] {
  if (Array.isArray(value)) return [[value, path]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([place, inner]) => listsIn(inner, [...path, place]));
}

const verbSteps = (all: object, path: Path): readonly Path[] =>
  Object.entries(all).flatMap(([key, step]) => (isObject(step) && !Array.isArray(step) ? [[...path, key]] : []));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The part of a source at a path. */
function inside(source: Source, path: Path): Source {
  const data = path.reduce((of: unknown, key) => Reflect.get(Object(of), key), source.data);
  const at = (more: Path) => source.at([...path, ...more]);
  return { file: source.file, data, at, atKey: (more) => source.atKey([...path, ...more]) };
}

function complaintsOf(source: Source, validate: Validate<StepOf>): readonly Complaint[] {
  const read = validate(source);
  if (!read.ok) return read.complaints;
  const verbs = VERBS.filter((verb) => verb in read.value);
  if (verbs.length === 1) return [];
  const found = verbs.length === 0 ? 'no verb' : `the verbs ${verbs.join(' and ')}`;
  return [complaintAt(source.at([]), found, `one of ${VERBS.join(', ')}`, 'write one step for each verb')];
}
