/** Texts with their escapes undone, and where each character stood: percent-encoding, JSON's escapes and HTML's. */

export interface Layer {
  readonly text: string;
  /** Where in the first text each character begins; one more entry for the end. `undefined`: where it stands here. */
  readonly starts: Uint32Array | undefined;
}

/** A text may be escaped within an escaped text; deeper than this nobody does it. */
const DEPTH = 3;

/** The text as it stands, then with one level of escapes undone, and so on while there are any. */
export function layersOf(text: string): readonly Layer[] {
  const layers: Layer[] = [{ text, starts: undefined }];
  for (let last = layers[0]; last !== undefined && layers.length <= DEPTH; last = layers.at(-1)) {
    const next = undone(last);
    if (next === undefined) break;
    layers.push(next);
  }
  return layers;
}

const ESCAPE = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["'\\/])|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi;

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `undefined` when the text holds no escape. Bytes of percent-encoding become one character each. */
function undone({ text, starts }: Layer): Layer | undefined {
  const pieces: string[] = [];
  const offsets: number[] = [];
  const origin = (at: number): number => starts?.[at] ?? at;
  let done = 0;
  const keep = (to: number): void => {
    pieces.push(text.slice(done, to));
    for (; done < to; done++) offsets.push(origin(done));
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    const character = meaning(match);
    pieces.push(character);
    for (let i = 0; i < character.length; i++) offsets.push(origin(match.index));
    done = match.index + match[0].length;
  }
  if (done === 0) return undefined;
  keep(text.length);
  offsets.push(origin(text.length));
  return { text: pieces.join(''), starts: Uint32Array.from(offsets) };
}

function meaning([all, percent, unit, escaped, hex, decimal, entity]: RegExpMatchArray): string {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (escaped !== undefined) return escaped;
  const point = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (entity === undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  return ENTITIES[entity.toLowerCase()] ?? all;
}
