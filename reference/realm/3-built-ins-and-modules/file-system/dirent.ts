import { OwnTypeError } from '../../support/intrinsics.js';
import { defineReadOnly, defineTag, hideConstructor } from '../../support/members.js';
import { defineTypes } from './types.js';

/** Makes objects of a directory's entries: the name in the form that was asked for, and the bits of a mode for the type. */
export type MakeDirent = (name: unknown, type: number) => object;

/** The class of `fs.Dirent` is made with the module. */
export function createDirents(): MakeDirent {
  class Dirent {
    readonly #type: number;

    constructor(name: unknown, type: number) {
      this.#type = type;
      defineReadOnly(this, 'name', name);
    }

    static typeOf(value: unknown): number {
      if (typeof value === 'object' && value !== null && #type in value) return value.#type;
      throw new OwnTypeError('the receiver is no fs.Dirent');
    }
  }
  const { prototype, typeOf } = Dirent;
  /** 3/fs-dirent/p1 */
  defineTypes(prototype, typeOf, 'isBlockDevice', 'isCharacterDevice', 'isDirectory', 'isFIFO', 'isFile', 'isSocket');
  defineTypes(prototype, typeOf, 'isSymbolicLink');
  defineTag(prototype, 'Dirent');
  hideConstructor(prototype);
  return (name, type) => new Dirent(name, type);
}
