const sign = /(?<!['"`])#[\p{ID_Start}$_\\]/u;
const inheriting = /\bextends\b/;

/**
 * Whether code may put private names on objects that it has not made: a class does so whose parent returns such an object. What bears one looks as it
 * did before. No class is written otherwise; what only looks so, as in a text, costs no more than a realm.
 */
export function mayStampObjects(source: string): boolean {
  return sign.test(source) && inheriting.test(source);
}
