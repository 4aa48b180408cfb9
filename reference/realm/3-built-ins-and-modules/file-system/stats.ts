import type { StatsPort } from '../../../port/file-system.js';
import { OwnDate, OwnTypeError } from '../../support/intrinsics.js';
import { defineReadOnly, defineTag, hideConstructor } from '../../support/members.js';
import { defineTypes } from './types.js';

/** Makes objects of what the system knows of a file. */
export type MakeStats = (facts: StatsPort) => object;

/** The class of `fs.Stats` is made with the module. */
export function createStats(): MakeStats {
  class Stats {
    readonly #mode: number;

    constructor(facts: StatsPort) {
      this.#mode = facts.mode;
      const show = (name: string, value: unknown) => defineReadOnly(this, name, value);
      /** 3/fs-stats/dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks */
      show('dev', facts.dev);
      show('ino', facts.ino);
      show('mode', facts.mode);
      show('nlink', facts.nlink);
      show('uid', facts.uid);
      show('gid', facts.gid);
      show('rdev', facts.rdev);
      show('size', facts.size);
      show('blksize', facts.blksize);
      show('blocks', facts.blocks);
      /** 3/fs-stats/atime-ms */
      show('atimeMs', facts.atimeMs);
      show('mtimeMs', facts.mtimeMs);
      show('ctimeMs', facts.ctimeMs);
      show('birthtimeMs', facts.birthtimeMs);
      /** 3/fs-stats/atime */
      show('atime', new OwnDate(facts.atimeMs));
      show('mtime', new OwnDate(facts.mtimeMs));
      show('ctime', new OwnDate(facts.ctimeMs));
      show('birthtime', new OwnDate(facts.birthtimeMs));
    }

    static modeOf(value: unknown): number {
      if (typeof value === 'object' && value !== null && #mode in value) return value.#mode;
      throw new OwnTypeError('the receiver is no fs.Stats');
    }
  }
  const { prototype, modeOf } = Stats;
  /** 3/fs-stats/p1 */
  defineTypes(prototype, modeOf, 'isBlockDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket', 'isSymbolicLink');
  defineTag(prototype, 'Stats');
  hideConstructor(prototype);
  return (facts) => new Stats(facts);
}
