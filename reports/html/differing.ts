import { html, type Markup } from './markup.js';

/** Two texts with the part marked in which they differ; nothing is marked when they have no beginning or end in common. */
export function differing(one: string, other: string): readonly [Markup, Markup] {
  const left = [...one];
  const right = [...other];
  const least = Math.min(left.length, right.length);
  let start = 0;
  while (start < least && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < least - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  if (start + end === 0 || one === other) return [html`${one}`, html`${other}`];
  return [marked(left, start, end), marked(right, start, end)];
}

function marked(characters: readonly string[], start: number, end: number): Markup {
  const from = (first: number, last: number): string => characters.slice(first, last).join('');
  const length = characters.length;
  return html`${from(0, start)}<mark>${from(start, length - end)}</mark>${from(length - end, length)}`;
}
