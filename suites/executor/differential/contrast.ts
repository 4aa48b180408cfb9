/** Shortens two long texts for people: the common beginnings and ends are cut, so that the difference is visible. */

/** The number of characters before the first difference, and in total. */
const BEFORE = 80;
const MOST = 600;

export function contrast(one: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  const from = one.length <= MOST && other.length <= MOST ? 0 : Math.max(0, start - BEFORE);
  const cut = (text: string): string => {
    const piece = text.slice(from, from + MOST);
    return `${from > 0 ? '… ' : ''}${piece}${from + MOST < text.length ? ' …' : ''}`;
  };
  return [cut(one), cut(other)];
}
