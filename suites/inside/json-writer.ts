/**
 * Writes the texts that leave a target. `jsonWriter` is lifted into the bundle by its source, in the probe language. JSON.stringify refuses
 * some texts on older hosts, which would break right answers. It is used for ASCII, since it is native; every other text is spelled unit by
 * unit.
 */

/**
 * Makes `json`, which writes data in ASCII like JSON.stringify, for values without toJSON. `slowly` makes the writer of other texts, since
 * hosts run this for each request.
 */
export function jsonWriter(slowly: () => (value: unknown) => string): (value: unknown) => string {
  const beyondAscii = /[^ -~]/;
  // Stored, since a script under test may replace the global.
  const native = JSON;
  return (value) => {
    try {
      const text = native.stringify(value);
      if (typeof text === 'string' && !beyondAscii.test(text)) return text;
    } catch (_e) {
      // It is written below.
    }
    return slowly()(value);
  };
}

/** Spells the units of texts in ASCII, as in JSON. */
export function speller() {
  const digits = '0123456789abcdef';
  // Printable ASCII except the quote and the backslash.
  const odd = /[^ !#-[\]-~]/;
  // Stored, since engines without a collector would allocate each of them again.
  const spellings: { [code: number]: string } = {
    8: '\\b',
    9: '\\t',
    10: '\\n',
    12: '\\f',
    13: '\\r',
    34: '\\"',
    92: '\\\\',
  };
  function escaped(unit: number): string {
    const four = [unit >> 12, (unit >> 8) & 15, (unit >> 4) & 15, unit & 15];
    return `\\u${four.map((digit) => digits.charAt(digit)).join('')}`;
  }
  function newlySpelled(code: number): string {
    // Some engines give whole characters as units.
    if (code > 0xffff) return escaped(0xd7c0 + (code >> 10)) + escaped(0xdc00 + (code & 1023));
    const text = String.fromCharCode(code);
    return odd.test(text) ? escaped(code) : text;
  }
  function spelled(code: number): string {
    const known = spellings[code];
    if (known !== undefined) return known;
    const made = newlySpelled(code);
    spellings[code] = made;
    return made;
  }
  return { isOdd: (text: string): boolean => odd.test(text), spelled };
}

/** The characters of UTF-8; each maximal part of an ill-formed sequence is one U+FFFD. */
export function decoded(bytes: readonly number[]): number[] {
  const codes: number[] = [];
  const state = { code: 0, needed: 0, from: 0x80, to: 0xbf };
  function begin(code: number, needed: number, from: number, to: number): void {
    state.code = code;
    state.needed = needed;
    state.from = from;
    state.to = to;
  }
  function first(byte: number): void {
    if (byte < 0x80) codes.push(byte);
    else if (byte >= 0xc2 && byte <= 0xdf) begin(byte & 31, 1, 0x80, 0xbf);
    else if (byte >= 0xe0 && byte <= 0xef)
      begin(byte & 15, 2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
    else if (byte >= 0xf0 && byte <= 0xf4) begin(byte & 7, 3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
    else codes.push(0xfffd);
  }
  bytes.forEach((byte) => {
    if (state.needed > 0 && byte >= state.from && byte <= state.to) {
      begin(state.code * 64 + (byte & 63), state.needed - 1, 0x80, 0xbf);
      if (state.needed === 0) codes.push(state.code);
      return;
    }
    if (state.needed > 0) codes.push(0xfffd);
    begin(0, 0, 0x80, 0xbf);
    first(byte);
  });
  if (state.needed > 0) codes.push(0xfffd);
  return codes;
}

/** The bytes of a text that is a byte string; `undefined` for all others. */
export function byteStringReader() {
  function unitsOf(text: string): number[] {
    const units: number[] = [];
    for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
    return units;
  }
  /** Characters up to U+00FF in UTF-8. */
  function encoded(units: readonly number[]): number[] {
    const bytes: number[] = [];
    units.forEach((unit) => {
      if (unit >= 0x80) bytes.push(0xc0 + (unit >> 6));
      bytes.push(unit < 0x80 ? unit : 0x80 + (unit & 63));
    });
    return bytes;
  }
  /** Whether a text beyond ASCII is a byte string. After a concatenation with a character, hosts count bytes; others write its bytes. */
  function isByteString(text: string, units: readonly number[]): boolean {
    if (!units.every((unit) => unit <= 0xff)) return false;
    try {
      if (`\u00e9${text}`.length === units.length + 2) return true;
      const written = Buffer.from(text);
      const asCharacters = encoded(units);
      return written.length !== asCharacters.length || !asCharacters.every((byte, i) => byte === written[i]);
    } catch (_e) {
      return false;
    }
  }
  function bytesOf(text: string): number[] | undefined {
    const units = unitsOf(text);
    return units.some((unit) => unit > 0x7f) && isByteString(text, units) ? units : undefined;
  }
  return bytesOf;
}

/** Writes a text as a string of JSON. */
function quoter(
  spelling: ReturnType<typeof speller>,
  fromUtf8: typeof decoded,
  bytesOf: (text: string) => number[] | undefined,
): (text: string) => string {
  return (text) => {
    if (!spelling.isOdd(text)) return `"${text}"`;
    const bytes = bytesOf(text);
    const pieces: string[] = bytes === undefined ? [] : fromUtf8(bytes).map(spelling.spelled);
    if (bytes === undefined) for (let i = 0; i < text.length; i++) pieces.push(spelling.spelled(text.charCodeAt(i)));
    return `"${pieces.join('')}"`;
  };
}

/** The writer of JSON, see `unitWriter`. */
function writer(quoted: (text: string) => string): (value: unknown) => string {
  function isWritten(value: unknown): boolean {
    return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
  }
  function list(value: readonly unknown[]): string {
    const written: string[] = [];
    for (let i = 0; i < value.length; i++) written.push(any(value[i]));
    return `[${written.join(',')}]`;
  }
  function members(value: object): string {
    const of: { readonly [key: string]: unknown } = Object(value);
    const written: string[] = [];
    Object.keys(of).forEach((key) => {
      const member = of[key];
      if (isWritten(member)) written.push(`${quoted(key)}:${any(member)}`);
    });
    return `{${written.join(',')}}`;
  }
  function any(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return quoted(value);
      case 'boolean':
        return `${value}`;
      case 'number':
        return value - value === 0 ? `${value}` : 'null';
      case 'object':
        if (value === null) return 'null';
        return Array.isArray(value) ? list(value) : members(value);
      default:
        return 'null';
    }
  }
  return any;
}

/**
 * Makes a writer of JSON in ASCII that uses only the units of texts. With `mayBeBytes`, a text whose units are bytes may be a byte string
 * (2/what-the-service-does/p2). Then the characters that its bytes represent in UTF-8 are written.
 */
export const unitWriter = (mayBeBytes: boolean): ((value: unknown) => string) =>
  writer(quoter(speller(), decoded, mayBeBytes ? byteStringReader() : () => undefined));

/** The source of the same writer for targets. */
export const unitWriterSource = (mayBeBytes: boolean): string =>
  `(${writer})((${quoter})((${speller})(), ${decoded}, ${mayBeBytes ? `(${byteStringReader})()` : '() => undefined'}))`;
