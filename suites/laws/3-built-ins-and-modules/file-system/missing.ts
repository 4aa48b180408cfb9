/** 3/errors/fs-stat-sync, fs-lstat-sync: what stat and lstat do where there is nothing. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { diskExample, type InFolder } from '../../../language/disk.js';
import { absent, attempted, type Expectation, record, throws } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import type { Probe } from '../../../language/trial.js';
import { type CallForm, type FileCall, fileCall } from './calling.js';
import { type TreeDescription, treeOf } from './trees.js';

const TREE: TreeDescription = {
  file: 'content',
  folder: { folder: { inside: 'nested' } },
  link: { link: 'file' },
  dangling: { link: 'nowhere' },
  chain: { link: 'dangling' },
  loop: { link: 'loop' },
};

interface MissingRow {
  readonly operation: 'stat' | 'lstat';
  readonly form: CallForm;
  readonly path: string;
  /** The second argument, where there is one. */
  readonly options?: Plain;
  /** Nothing, an error, or the size of an fs.Stats. */
  readonly then: 'nothing' | 'error' | number;
}

const statCall = ({ operation, form, path, options }: Omit<MissingRow, 'then'>): FileCall =>
  fileCall({ operation, form, given: options === undefined ? [`${FOLDER}/${path}`] : [`${FOLDER}/${path}`, options] });

/** Of an fs.Stats its size is told. */
const ask: Probe<InFolder<FileCall>> = async ({ given }, t) => {
  const on: unknown = given.form === 'sync' ? t.fs : t.fs.promises;
  const end = await t.outcome(() => t.invoke(on, given.member, given.args));
  if (end[0] === 'threw' || typeof end[1] !== 'object' || end[1] === null) return end;
  return ['returned', Object(end[1]).size];
};

const asking = <D extends Omit<MissingRow, 'then'>>(outcome: (data: D) => Expectation) =>
  diskExample({
    disk: (_: D) => treeOf(TREE),
    input: statCall,
    probe: ask,
    expect: (data: D) => record({ gave: attempted(outcome(data)) }),
  });

export const answers = asking(({ then }: MissingRow) => endOf(then));

const endOf = (end: MissingRow['then']): Expectation => {
  if (end === 'nothing') return absent;
  return end === 'error' ? throws() : { expects: 'equal', value: end };
};

/** What the documents leave open. */
export const tried = asking((_: Omit<MissingRow, 'then'>) => throws());
