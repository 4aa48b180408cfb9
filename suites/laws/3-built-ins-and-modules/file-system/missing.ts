/** 3/errors/fs-stat-sync, fs-lstat-sync: results of stat and lstat for missing entries. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { type CallForm, callIn, inFolder, pathIn } from './folder.js';
import type { TreeDescription } from './trees.js';

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
  /** The second argument, if there is one. */
  readonly options?: Plain;
  /** Nothing, an error, or the size of an fs.Stats; any result if the documents leave it open. */
  readonly then?: 'nothing' | 'error' | number;
}

/** Whether the result is undefined, and its size. */
const SHOWN = [{ make: ['same', '$stats', { $undefined: true }] }, ['$stats.size']];

function endOf(then: MissingRow['then']): Plain {
  if (then === undefined) return { $any: true };
  if (then === 'error') return { $throws: [] };
  return then === 'nothing' ? [true, { $undefined: true }] : [false, then];
}

const givesStats = inFolder(({ operation, form, path, options, then }: MissingRow) => ({
  tree: TREE,
  steps: [
    callIn(form, [operation, pathIn(path), ...(options === undefined ? [] : [options])], {
      as: 'stats',
      shown: SHOWN,
      returns: endOf(then),
    }),
  ],
}));

/** One law, also for results that the documents leave open: at standard depth each name covers its axes separately. */
export { givesStats, givesStats as recordsStats };
