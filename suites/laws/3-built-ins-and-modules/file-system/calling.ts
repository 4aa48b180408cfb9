/** Calls of operations in a folder of the trial's own, each by its synchronous form and by that of `fs.promises`. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { InFolder } from '../../../language/disk.js';
import { decode } from '../../../language/encoding.js';
import { attempted, type Expectation, record, throws } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import type { Probe } from '../../../language/trial.js';

export type CallForm = 'sync' | 'promise';

/** How paths are written: as texts, or as the bytes of these. */
export type PathForm = 'text' | 'buffer' | 'bytes';

/** A call as rows write it. Paths in the trial's folder begin with `{folder}`. */
export interface CallRow {
  /** Without `Sync`: `mkdir`. */
  readonly operation: string;
  readonly form: CallForm;
  readonly given: readonly Plain[];
  readonly as?: PathForm;
}

/** A call as probes are given it: the member of `fs`, or of `fs.promises`. */
export interface FileCall {
  readonly form: CallForm;
  readonly member: string;
  readonly args: readonly unknown[];
}

/** How many of an operation's first arguments are paths, where it is not one. */
const PATHS: { readonly [operation: string]: number } = { rename: 2, symlink: 2 };

/** The member of an operation in a form. */
export const memberFor = (operation: string, form: CallForm): string =>
  form === 'sync' ? `${operation}Sync` : operation;

export const fileCall = ({ operation, form, given, as = 'text' }: CallRow): FileCall => ({
  form,
  member: memberFor(operation, form),
  args: given.map((one, i) => (i < (PATHS[operation] ?? 1) ? spelled(decode(one), as) : decode(one))),
});

/** A path in the trial's folder. */
export const pathIn = (path: unknown): string => `${FOLDER}/${path}`;

/** A path as rows and fixtures write it, whose `%ff` is that byte; what is no text stays what it is. */
export function spelled(path: unknown, as: PathForm): unknown {
  if (typeof path !== 'string') return path;
  const parts = path.split(/%([0-9a-f]{2})/);
  const bytes = Buffer.concat(parts.map((part, i) => Buffer.from(part, i % 2 === 0 ? 'utf8' : 'hex')));
  if (as === 'text') return bytes.toString();
  return as === 'buffer' ? bytes : new Uint8Array(bytes);
}

/** How a call ended: what `t.attempt` gives of it, and whether a promise told so. */
export interface FileCallEnd {
  readonly outcome: readonly unknown[];
  readonly promised: boolean;
}

/** Makes the call and waits for its end. */
export const runCall: Probe<InFolder<FileCall>> = async ({ given }, t) => {
  const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
  const begun = t.attempt(() => t.invoke(on, given.member, given.args));
  if (begun[0] === 'threw' || !(begun[1] instanceof Promise)) return { outcome: begun, promised: false };
  const outcome = await t.outcome(() => begun[1]);
  return { outcome, promised: true };
};

/** Makes one call after the other, each when the one before has ended. */
export const runCalls: Probe<InFolder<readonly FileCall[]>> = async ({ given }, t) => {
  const ends: FileCallEnd[] = [];
  for (let i = 0; i < given.length; i++) {
    const order = given[i];
    if (order === undefined) break;
    const on: unknown = order.form === 'sync' ? t.fs : t.fs.promises;
    const begun = t.attempt(() => t.invoke(on, order.member, order.args));
    const promised = begun[0] === 'returned' && begun[1] instanceof Promise;
    const outcome = await t.outcome(() => begun[1]);
    ends.push({ outcome: promised ? outcome : begun, promised });
  }
  return ends;
};

/** How a call ends: with a value in the tagged encoding, or with whatever error. */
export type FileEnd = { readonly returns: Plain } | { readonly fails: true };

/** A call that ended so, by its form. */
export const endBy = (form: CallForm, outcome: Expectation): Expectation =>
  record({ outcome: attempted(outcome), promised: form === 'promise' });

/** Expectation of an end. */
export const endOf = (end: FileEnd): Expectation =>
  'fails' in end ? throws() : { expects: 'equal', value: decode(end.returns) };
