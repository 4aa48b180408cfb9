import { getProperty } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';

/** The file-type bits of a mode. */
const typeBits = 0o170000;

/** Methods by the file type that they test. */
const types = {
  isBlockDevice: 0o060000,
  isCharacterDevice: 0o020000,
  isDirectory: 0o040000,
  isFIFO: 0o010000,
  isFile: 0o100000,
  isSocket: 0o140000,
  isSymbolicLink: 0o120000,
} as const;

/** Defines methods that test the file type. `modeOf` returns the mode of a receiver, and throws for an object of another kind. */
export function defineTypes(
  prototype: object,
  modeOf: (receiver: unknown) => number,
  ...names: readonly (keyof typeof types)[]
): void {
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? 'isFile';
    const type: number = getProperty(types, name);
    const method = {
      [name](this: unknown): boolean {
        return (modeOf(this) & typeBits) === type;
      },
    };
    defineMethods(prototype, { [name]: getProperty(method, name) });
  }
}
