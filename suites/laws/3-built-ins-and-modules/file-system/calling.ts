/** Calls of operations in a folder of the trial's own, each by its synchronous form and by that of `fs.promises`. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { InFolder } from '../../../language/disk.js';
import { decode } from '../../../language/encoding.js';
import { attempted, type Expectation, record, throws } from '../../../language/expectation.js';
import type { Probe } from '../../../language/trial.js';

export type CallForm = 'sync' | 'promise';

/** How paths are written: as texts, or as the bytes of these. */
export type PathForm = 'text' | 'buffer' | 'bytes';

/** A call as rows write it. Paths in the trial's folder begin with `{folder}`. */
export interface FileCallRow {
  /** Without `Sync`: `mkdir`. */
  readonly operation: string;
  readonly form: CallForm;
  readonly given: readonly Plain[];
  readonly as?: PathForm;
}

/** What the probe is told. */
export interface FileCall {
  readonly operation: string;
  readonly form: CallForm;
  readonly args: readonly unknown[];
}

/** How many of an operation's first arguments are paths, where it is not one. */
const PATHS: { readonly [operation: string]: number } = { rename: 2, symlink: 2 };

export const orderOf = ({ operation, form, given, as = 'text' }: FileCallRow): FileCall => ({
  operation,
  form,
  args: given.map((one, i) => (i < (PATHS[operation] ?? 1) ? spelled(decode(one), as) : decode(one))),
});

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
export const makeCall: Probe<InFolder<FileCall>> = async ({ given }, t) => {
  const isSync = given.form === 'sync';
  const on: unknown = isSync ? t.fs : t.fs.promises;
  const begun = t.attempt(() => t.invoke(on, isSync ? `${given.operation}Sync` : given.operation, given.args));
  if (begun[0] === 'threw' || !(begun[1] instanceof Promise)) return { outcome: begun, promised: false };
  const outcome = await t.outcome(() => begun[1]);
  return { outcome, promised: true };
};

/** Makes one call after the other, each when the one before has ended. */
export const makeCalls: Probe<InFolder<readonly FileCall[]>> = async ({ given }, t) => {
  const ends: FileCallEnd[] = [];
  for (let i = 0; i < given.length; i++) {
    const order = given[i];
    if (order === undefined) break;
    const isSync = order.form === 'sync';
    const on: unknown = isSync ? t.fs : t.fs.promises;
    const begun = t.attempt(() => t.invoke(on, isSync ? `${order.operation}Sync` : order.operation, order.args));
    const promised = begun[0] === 'returned' && begun[1] instanceof Promise;
    const outcome = await t.outcome(() => begun[1]);
    ends.push({ outcome: promised ? outcome : begun, promised });
  }
  return ends;
};

/** How a call ends: with a value in the tagged encoding, or with whatever error. */
export type ExpectedEnd = { readonly returns: Plain } | { readonly fails: true };

/** A call that ended so, by its form. */
export const ended = (form: CallForm, outcome: Expectation): Expectation =>
  record({ outcome: attempted(outcome), promised: form === 'promise' });

/** Expectation of an end. */
export const endOf = (end: ExpectedEnd): Expectation =>
  'fails' in end ? throws() : { expects: 'equal', value: decode(end.returns) };
