import type { StatsPort } from '../../../port/file-system.js';
import { getProperty, OwnDate, OwnTypeError } from '../../support/intrinsics.js';
import { defineReadOnly, defineTag, hideConstructor } from '../../support/members.js';
import { defineTypes } from './types.js';

/** Makes the object of a file's status. */
export type MakeStats = (facts: StatsPort) => object;

/** Members that are numbers, as the system gives them. */
const NUMBERS = [
  /** 3/fs-stats/dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks */
  'dev',
  'ino',
  'mode',
  'nlink',
  'uid',
  'gid',
  'rdev',
  'size',
  'blksize',
  'blocks',
  /** 3/fs-stats/atime-ms */
  'atimeMs',
  'mtimeMs',
  'ctimeMs',
  'birthtimeMs',
] as const;

/** Makes the class `fs.Stats`, together with the module. */
export function createStats(): MakeStats {
  class Stats {
    readonly #mode: number;

    constructor(facts: StatsPort) {
      this.#mode = facts.mode;
      for (let at = 0; at < NUMBERS.length; at += 1) {
        const name = NUMBERS[at];
        if (name !== undefined) defineReadOnly(this, name, getProperty(facts, name));
      }
      /** 3/fs-stats/atime */
      defineReadOnly(this, 'atime', new OwnDate(facts.atimeMs));
      defineReadOnly(this, 'mtime', new OwnDate(facts.mtimeMs));
      defineReadOnly(this, 'ctime', new OwnDate(facts.ctimeMs));
      defineReadOnly(this, 'birthtime', new OwnDate(facts.birthtimeMs));
    }

    static modeOf(value: unknown): number {
      if (typeof value === 'object' && value !== null && #mode in value) return value.#mode;
      throw new OwnTypeError('the receiver is not an fs.Stats');
    }
  }
  const { prototype, modeOf } = Stats;
  /** 3/fs-stats/p1, and a further method of real hosts */
  defineTypes(prototype, modeOf, 'isBlockDevice', 'isCharacterDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket');
  defineTypes(prototype, modeOf, 'isSymbolicLink');
  defineTag(prototype, 'Stats');
  hideConstructor(prototype);
  return (facts) => new Stats(facts);
}
