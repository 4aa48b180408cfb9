/** 3/xml-module, 3/xml-wrapper-objects: documents, steps on them, and their values. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { anything, attempted, type Expectation, list, presumed } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { orderOf, type StepOrder } from '../../../language/steps.js';
import type { CaseBody } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { FORMS, type FormName, formCall } from './forms.js';

/** The document is `$doc` in steps, and `$root` its root, which each step reads again. */
export interface DocumentRow {
  readonly document: Plain | Buffer;
  /** It is passed unchanged, as the bytes of its UTF-8, or as these in a part of a Buffer. */
  readonly as?: 'string' | 'buffer' | 'part';
  /** Text of another document, `$other` in steps. */
  readonly other?: string;
  readonly steps?: readonly Step[];
  /** Values at the end, by their paths from the document. */
  readonly reads?: { readonly [path: string]: Plain };
}

/** A node by its name and content, bytes as their text. In the probe language, and lifted with the probe. */
function describe(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describe);
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? 'a function' : value;
  if (Buffer.isBuffer(value)) return value.toString();
  const node: { readonly [name: string]: unknown } = Object(value);
  return typeof node.$name === 'string' ? { node: node.$name, text: node.$text } : 'an object';
}

/** Follows steps on a document. Other requirements judge that it is parsed and that its nodes are found. */
const following = (show: (value: unknown) => unknown) =>
  liftedWith((order: StepOrder, t, shown) => {
    const outcomes: unknown = t.steps(order);
    const all: readonly (readonly unknown[])[] = Array.isArray(outcomes) ? outcomes : [];
    if (all.length === 0) t.unobservable('the document is not parsed, or its nodes are not found');
    return all.map((outcome) => [outcome[0], shown(outcome[1])]);
  }, show);

export const followed = following(describe);

/** The same, but Buffers are not shown as texts; no step returns a node. */
export const followedExactly = following((value) => value);

/** Steps on the source of a document, `$source`, after those of `make`. */
export function orderOn({ document, as = 'string', other }: DocumentRow, make: object, steps: readonly Step[]) {
  const given = Buffer.isBuffer(document) ? document : decode(document);
  const bytes = typeof given === 'string' && as !== 'string' ? Buffer.from(given) : given;
  const source = as === 'part' ? { make: ['view', 'part-of-buffer', '$bytes'] } : { value: '$bytes' };
  const another = other === undefined ? {} : { other: ['xml', 'parse', other] };
  const all = { make: { source, ...make, ...another }, steps };
  return orderOf({ on: 'xml', ...withRoot(all), returned: true, named: true }, { bytes });
}

const withRoot = <T>(of: T): T => JSON.parse(JSON.stringify(of).replaceAll('"$root', '"$doc.$root'));

export const PARSED = { doc: ['xml', 'parse', '$source'] };

/** A name in the form of steps. */
export const literal = (name: string): string => (name.startsWith('$') ? `$${name}` : name);

/** Assigns to a member. */
export const setting = (on: string, name: string, value: Plain): Step => ({ on, set: [literal(name), value] });

/** A path from the document, or the names in it. */
type MemberPath = string | readonly string[];

/** Reads the value at a path. */
export function reading(path: MemberPath): Step {
  const names = typeof path === 'string' ? path.split('.') : path;
  return { on: ['$doc', ...names.slice(0, -1)].join('.'), get: literal(names.at(-1) ?? '') };
}

/** Ways to look up a name, as paths from a node. */
const LOOKUPS = {
  plain: (name: string) => [name],
  tag: (name: string) => [`$tag$${name}`],
  tags: (name: string) => [`$tags$${name}`],
  attr: (name: string) => [`$attr$${name}`],
  attrs: (name: string) => ['$attrs', name],
} as const;
export type LookupWay = keyof typeof LOOKUPS;
export const lookup = (by: LookupWay, name: string): MemberPath => ['$root', ...LOOKUPS[by](name)];

/** The expected value at each path. */
export type Readings = readonly (readonly [path: MemberPath, value: Plain])[];

export const readingsIn = ({ reads = {} }: DocumentRow): Readings => Object.entries(reads);

const valuesOf = (all: Readings): readonly Expectation[] => all.map(([, value]) => attempted(decode(value)));
const stepsOf = (all: Readings): readonly Step[] => all.map(([path]) => reading(path));

/** A case that follows steps on a document. */
const caseOf = (row: DocumentRow, make: object, steps: readonly Step[], expect: () => Expectation): CaseBody =>
  example({ input: () => orderOn(row, make, steps), probe: followed, expect })({});

/** Values of a document after steps, read twice, because a read must not change it. */
export function readsAs(row: DocumentRow, all: Readings): CaseBody {
  const { steps = [] } = row;
  const ends = steps.map(() => attempted(anything));
  const expect = (): Expectation => list(...ends, ...valuesOf(all), ...valuesOf(all));
  return caseOf(row, PARSED, [...steps, ...stepsOf(all), ...stepsOf(all)], expect);
}

/** A document is read, and has these values. */
export const parsesAs = (row: DocumentRow, all: Readings): CaseBody =>
  caseOf(row, {}, [{ on: 'xml', call: ['parse', '$source'], as: 'doc' }, ...stepsOf(all)], () =>
    list(attempted(anything), ...valuesOf(all)),
  );

/** Steps that change a document. */
export interface ChangesRow extends DocumentRow {
  /** Its canonical form at the end; at first it is the document itself. */
  readonly leaves: string;
  readonly form?: FormName;
}

/** Changes succeed, and reads and serialized text show them. */
export function changesTo(row: ChangesRow, all: Readings = readingsIn(row)): CaseBody {
  const { document, leaves, form = 'c14n', steps = [] } = row;
  const before = presumed(`xml.${FORMS[form].member}()`, attempted(document));
  const ends = steps.map(() => attempted(anything));
  return caseOf(row, PARSED, [formCall(form), ...steps, ...stepsOf(all), formCall(form)], () =>
    list(before, ...ends, ...valuesOf(all), attempted(leaves)),
  );
}

/** Steps are judged by their expectations. */
export const followsOn = (row: DocumentRow, expect: () => Expectation): CaseBody =>
  caseOf(row, PARSED, row.steps ?? [], expect);
