const sign = /(?<!['"`])#[\p{ID_Start}$_\\]/u;
const inheriting = /\bextends\b/;

/**
 * Whether code may add private names to objects that it has not made: a class does so if its parent returns such an object. The object
 * itself looks unchanged. Every such class contains this pattern. A false match, as in a string, costs no more than one realm.
 */
export function mayStampObjects(source: string): boolean {
  return sign.test(source) && inheriting.test(source);
}
