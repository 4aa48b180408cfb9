import { OwnTypeError } from '../../support/intrinsics.js';
import { defineReadOnly, defineTag, hideConstructor } from '../../support/members.js';
import { defineTypes } from './types.js';

/** Makes the object of a directory entry from its name, in the requested form, and its file-type bits. */
export type MakeDirent = (name: unknown, type: number) => object;

/** Makes the class `fs.Dirent`, together with the module. */
export function createDirents(): MakeDirent {
  class Dirent {
    readonly #type: number;

    constructor(name: unknown, type: number) {
      this.#type = type;
      defineReadOnly(this, 'name', name);
    }

    static typeOf(value: unknown): number {
      if (typeof value === 'object' && value !== null && #type in value) return value.#type;
      throw new OwnTypeError('the receiver is not an fs.Dirent');
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
