import { getProperty } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';

/** The bits of a mode that tell the type of a file. */
const typeBits = 0o170000;

/** Methods by the type that they tell of. */
const types = {
  isBlockDevice: 0o060000,
  isCharacterDevice: 0o020000,
  isDirectory: 0o040000,
  isFIFO: 0o010000,
  isFile: 0o100000,
  isSocket: 0o140000,
  isSymbolicLink: 0o120000,
} as const;

/** Gives objects methods that tell their type, which `modeOf` knows of a receiver and throws for any other object. */
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
