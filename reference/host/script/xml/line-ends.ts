/** 3/xml-module/xml-parse: line ends of documents. */

const [newLine, carriageReturn] = [10, 13];

/**
 * A document with each line end normalized to one new line, as XML 1.0 requires; libxml2 does not normalize them in declarations of
 * entities. In every encoding except UTF-16 these characters are one byte, which represents nothing else.
 */
export function withPlainLineEnds(bytes: Uint8Array): Uint8Array {
  // A Buffer searches for a byte many times as fast.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = text.indexOf(carriageReturn);
  if (first < 0) return bytes;
  const { unit, at } = codeUnit(bytes);
  const codeAt = (place: number): number | undefined => {
    const others = unit === 1 ? 0 : bytes[place + 1 - at];
    return others === 0 ? bytes[place + at] : undefined;
  };
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let from = 0;
  const keep = (end: number): void => {
    plain.set(bytes.subarray(from, end), length);
    length += end - from;
    from = end;
  };
  for (let found = first; found >= 0; found = text.indexOf(carriageReturn, found + 1)) {
    const place = found - at;
    if (place % unit !== 0 || codeAt(place) !== carriageReturn) continue;
    keep(place);
    if (codeAt(place + unit) === newLine) from = place + unit;
    else {
      keep(place + unit);
      plain[length - unit + at] = newLine;
    }
  }
  keep(bytes.length);
  return plain.subarray(0, length);
}

/** Bytes of a code unit, and which of them holds an ASCII character: UTF-16 begins with its mark, or with a tag. */
function codeUnit([first = 0, second = 0]: Uint8Array): { readonly unit: 1 | 2; readonly at: 0 | 1 } {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return { unit: 2, at: 0 };
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return { unit: 2, at: 1 };
  return { unit: 1, at: 0 };
}
