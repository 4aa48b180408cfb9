/**
 * What a row says of a document: what is changed in it, what is read of it, and what is left of it.
 *
 * A path leads from the document: names of members between slashes, `$root/item/$text`; a number is an item of a list. A change is
 * `[path, method, ...arguments]`, `[path, '=', value]` or `[path, 'delete']`. `{ $node: path }` as an argument is a node of the document, and
 * `{ $other: text, at: path }` one of another document.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { absent, anything, attempted, type Expectation, presumed, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { FORMS, type FormName } from './forms.js';

/** What stands before a name by which something is looked up. */
export const BEFORE = { plain: '', tag: '$tag$', tags: '$tags$', attr: '$attr$', attrs: '$attrs/' } as const;
export type By = keyof typeof BEFORE;

/** What a document is given as: a string, the bytes of its UTF-8, or the same as a part of a Buffer. */
export type DocumentForm = 'string' | 'buffer' | 'part';

/** A call that serializes a document: its member, and arguments behind the document. */
interface SerializerCall {
  readonly member: string;
  readonly more: readonly unknown[];
}

/** What the probe is told. */
interface DocumentScript {
  readonly document: string | Buffer;
  readonly as: DocumentForm;
  readonly changes: readonly (readonly unknown[])[];
  readonly paths: readonly string[];
  /** How the document is serialized before and after the changes, if it is. */
  readonly serialized: SerializerCall | undefined;
}

/** The document as it is given. In the probe language, and lifted with the probe, as are the two that follow. */
const documentAs = (document: string | Buffer, as: DocumentForm): string | Buffer => {
  if (as === 'string') return document;
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  if (as === 'buffer') return bytes;
  const longer = Buffer.concat([Buffer.from('<'), bytes, Buffer.from('>')]);
  return longer.subarray(1, longer.length - 1);
};

/** Of a node its name and content, of a document or attributes that they are objects; other values as they are. */
function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? 'a function' : value;
  const node: { readonly [name: string]: unknown } = Object(value);
  return typeof node.$name === 'string' ? { node: node.$name, text: node.$text } : 'an object';
}

/** Makes a change to what `find` finds. */
function changeBy(step: readonly unknown[], find: (path: string, from?: unknown) => unknown, t: World): unknown {
  const argument = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(argument);
    if (value === null || typeof value !== 'object') return value;
    const of: { readonly [name: string]: unknown } = Object(value);
    if (of.node !== undefined) return find(`${of.node}`);
    return of.other === undefined ? value : find(`${of.at}`, t.xml.parse(`${of.other}`));
  };
  const path = `${step[0]}`;
  const args = step.slice(2).map(argument);
  const at = path.lastIndexOf('/');
  const name = path.slice(at + 1);
  if (step[1] !== '=' && step[1] !== 'delete') return t.invoke(find(path), `${step[1]}`, args);
  const on = Object(find(path.slice(0, at)));
  if (step[1] === '=') on[name] = args[0];
  else delete on[name];
  return undefined;
}

/** Parses a document, changes it, and reads it. */
export const perform = liftedWith(
  (script: DocumentScript, t, give, show, make) => {
    const parsed = t.attempt(() => t.xml.parse(give(script.document, script.as)));
    if (parsed[0] === 'threw') return { refused: parsed[1] };
    const doc = parsed[1];
    const member = (on: unknown, name: string): unknown => (name === '' || on === undefined ? on : Object(on)[name]);
    const find = (path: string, from?: unknown): unknown =>
      path.split('/').reduce(member, from === undefined ? doc : from);
    const serialized = script.serialized;
    const text = (): unknown => {
      if (serialized === undefined) return undefined;
      const args: unknown[] = [doc];
      return t.attempt(() => `${t.invoke(t.xml, serialized.member, args.concat(serialized.more))}`);
    };
    const before = text();
    const ended = script.changes.map((step) => {
      const came = t.attempt(() => make(step, find, t));
      return [came[0], show(came[1])];
    });
    const read = script.paths.map((path) => t.attempt(() => show(find(path))));
    return { before, ended, read, left: text() };
  },
  documentAs,
  shownValue,
  changeBy,
);

/** A path, or several beside what is read at each. */
export interface PathReadings {
  readonly [path: string]: Plain;
}

/** What rows have alike. */
export interface DocumentRow {
  readonly document: Plain;
  readonly as?: DocumentForm;
  /** What is read at paths, in the end. */
  readonly reads?: PathReadings;
}

/** `{ $node: … }` and the like become what the probe takes for them: in the tagged encoding they mean nothing. */
const argumentOf = (of: Plain): unknown => {
  if (Array.isArray(of)) return of.map(argumentOf);
  if (typeof of !== 'object' || of === null) return decode(of);
  if ('$node' in of) return { node: of.$node };
  if ('$other' in of) return { other: of.$other, at: of.at ?? '$root' };
  return decode(of);
};

function callFor(form: FormName): SerializerCall {
  const { member, more } = FORMS[form];
  return { member, more: more.length === 0 ? [] : [undefined, ...more] };
}

export const scriptOf = (said: DocumentRow, changes: readonly (readonly Plain[])[] = [], form?: FormName) => {
  const document = decode(said.document);
  if (typeof document !== 'string' && !Buffer.isBuffer(document)) throw new Error('a document is a string or a Buffer');
  const steps = changes.map((step) => step.map(argumentOf));
  return {
    document,
    as: said.as ?? 'string',
    changes: steps,
    paths: Object.keys(said.reads ?? {}),
    serialized: form && callFor(form),
  };
};

const valuesOf = ({ reads = {} }: DocumentRow): readonly Expectation[] =>
  Object.values(reads).map((value) => attempted(decode(value)));

/** That it can be parsed is judged elsewhere. */
export const isParsed = { refused: presumed('xml.parse()', absent) };

/** What is read at each path. */
export const readingsOf = (said: DocumentRow): Expectation => ({ expects: 'list', items: valuesOf(said) });

/** What is read of a document that nobody changes; twice, since what is read must not change it. */
export const reads: Law<DocumentRow & { readonly reads: PathReadings }> = example({
  input: (said) => {
    const { paths, ...order } = scriptOf(said);
    return { ...order, paths: [...paths, ...paths] };
  },
  probe: perform,
  expect: (said) => record({ ...isParsed, read: { expects: 'list', items: [...valuesOf(said), ...valuesOf(said)] } }),
});

/** What rows say of changes. */
export interface ChangesRow extends DocumentRow {
  readonly changes: readonly (readonly Plain[])[];
  /** Canonical form of the document before; the document itself, if it is not said. */
  readonly was?: string;
  /** And in the end. */
  readonly leaves: string;
  readonly form?: FormName;
}

/** Changes come to their end, and both what is read and what is serialized tell of them. */
export const changed = ({ was, leaves, form = 'c14n', ...said }: ChangesRow): Expectation =>
  record({
    ...isParsed,
    before: presumed(`xml.${FORMS[form].member}()`, attempted(was ?? decode(said.document))),
    ended: { expects: 'list', items: said.changes.map(() => attempted(anything)) },
    read: readingsOf(said),
    left: attempted(leaves),
  });

export const changes: Law<ChangesRow> = example({
  input: (said) => scriptOf(said, said.changes, said.form ?? 'c14n'),
  probe: perform,
  expect: changed,
});
