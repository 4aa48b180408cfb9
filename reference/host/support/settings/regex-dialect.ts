import type { ByteString } from '../byte-string.js';

/** A regular expression contains something without a JavaScript counterpart. */
export class RegexDialectError extends Error {
  override readonly name = 'RegexDialectError';
}

interface TranslatedRegex {
  readonly source: string;
  /** Names of its groups, as written. */
  readonly names: readonly string[];
}

/**
 * Translates a regular expression of PCRE to JavaScript without flags. A dollar sign also matches before a line end at the end of the
 * subject, for such subjects.
 */
export function translatedRegex(source: ByteString, ignoresCase: boolean, linesEnd: boolean): TranslatedRegex {
  return new Translation(source, ignoresCase, linesEnd).whole();
}

/** Sets of characters that the two dialects name differently, without their brackets. */
const sets: Readonly<Record<string, string>> = {
  s: '\\t-\\r ',
  S: '\\x00-\\x08\\x0e-\\x1f!-\\xff',
  h: '\\t \\xa0',
  H: '\\x00-\\x08\\x0a-\\x1f!-\\x9f\\xa1-\\xff',
  v: '\\n-\\r\\x85',
  V: '\\x00-\\x09\\x0e-\\x84\\x86-\\xff',
};

/** Syntax outside brackets. */
const plain: Readonly<Record<string, string>> = {
  A: '^',
  z: '$',
  Z: '(?=\\n?$)',
  N: '[^\\n]',
  R: '(?:\\r\\n|[\\n-\\r\\x85])',
  a: '\\x07',
  e: '\\x1b',
  // The start of the match does not matter here: only the groups are read.
  K: '',
};

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t-\\r ',
  blank: '\\t ',
  punct: '!-\\/:-@\\[-`{-~',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\x00-\\x1f\\x7f',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  ascii: '\\x00-\\x7f',
};

const groupStart =
  /^\(\?(?:(?<plain>[:=!]|<[=!])|(?:P?<(?<angle>[A-Za-z_]\w*)>|'(?<quoted>[A-Za-z_]\w*)')|(?<comment>#)|P=(?<same>\w+)\)|(?<flags>[a-z]*(?:-[a-z]+)?)(?<ends>[:)]))/;

class Translation {
  readonly #source: ByteString;
  readonly #names: string[] = [];
  /** The translation of a dollar sign. */
  readonly #end: string;
  /** Whether letter case is ignored, for each enclosing group. */
  readonly #ignoring: boolean[];
  #at = 0;
  #out = '';
  /** The last item if it can be repeated and is not a group. */
  #atom: string | undefined;

  constructor(source: ByteString, ignoresCase: boolean, linesEnd: boolean) {
    this.#source = source;
    this.#end = linesEnd ? '(?=\\n?$)' : '$';
    this.#ignoring = [ignoresCase];
  }

  whole(): TranslatedRegex {
    while (this.#at < this.#source.length) this.#piece();
    return { source: this.#out, names: this.#names };
  }

  get #ignores(): boolean {
    return this.#ignoring.at(-1) ?? false;
  }

  #take(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.#source.slice(this.#at));
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #piece(): void {
    const first = this.#source.charAt(this.#at);
    const repetition = this.#take(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??(?!\+)/);
    const possessive = repetition === null ? this.#take(/^([*+?]|\{\d+(?:,\d*)?\})\+/) : null;
    if (repetition !== null) this.#raw(repetition[0]);
    else if (possessive !== null) this.#possessive(possessive[1] ?? '');
    else if (first === '\\') this.#escape();
    else if (first === '[') this.#brackets();
    else if (first === '(') this.#open();
    else this.#plain(first);
  }

  #plain(first: string): void {
    this.#at += 1;
    if (first === ')' && this.#ignoring.length > 1) this.#ignoring.pop();
    if (first === '.') this.#add('[^\\n]');
    else if (first === '$') this.#raw(this.#end);
    else if (/[|)^]/.test(first)) this.#raw(first);
    else this.#add(this.#letter(first));
  }

  /** Matches as many as possible: no further character of the kind may follow. */
  #possessive(quantifier: string): void {
    const atom = this.#atom;
    if (atom === undefined || quantifier.includes('{'))
      throw new RegexDialectError(`a possessive quantifier is supported only after a single character`);
    const repeated = quantifier === '?' ? `(?:${atom}|(?!${atom}))` : `${atom}${quantifier}(?!${atom})`;
    this.#out = this.#out.slice(0, this.#out.length - atom.length);
    this.#raw(`(?:${repeated})`);
  }

  #add(atom: string): void {
    this.#out += atom;
    this.#atom = atom;
  }

  #raw(text: string): void {
    this.#out += text;
    this.#atom = undefined;
  }

  #letter(letter: string): string {
    if (this.#ignores && /[A-Za-z]/.test(letter)) return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
    return /[{}\]/]/.test(letter) ? `\\${letter}` : letter;
  }

  #open(): void {
    if (this.#take(/^\(\*/) !== null) throw new RegexDialectError('verbs such as "(*UTF8)" are not known');
    const special = this.#source.startsWith('(?', this.#at) ? this.#take(groupStart) : null;
    if (special === null && this.#take(/^\((?!\?)/) === null) {
      const what = this.#source.slice(this.#at, this.#at + 4);
      throw new RegexDialectError(`groups such as "${what}" are not known`);
    }
    const { plain: kind, angle, quoted, comment, same, flags, ends } = special?.groups ?? {};
    const name = angle ?? quoted;
    if (same !== undefined) this.#raw(`\\k<${same}>`);
    else if (comment !== undefined) this.#comment();
    else if (flags !== undefined) this.#flags(flags, ends === ')');
    else {
      if (name !== undefined) this.#names.push(name);
      this.#ignoring.push(this.#ignores);
      this.#raw(kind !== undefined ? `(?${kind}` : name !== undefined ? `(?<${name}>` : '(');
    }
  }

  #comment(): void {
    if (this.#take(/^[^)]*\)/) === null) throw new RegexDialectError('missing ) after (?# comment');
  }

  /** `(?i)` applies until the end of the group, `(?i:…)` inside its own group. */
  #flags(flags: string, holdsOn: boolean): void {
    const [on = '', off = ''] = flags.split('-');
    if (/[^is]/.test(on + off) || on.includes('s') || off.includes('s'))
      throw new RegexDialectError(`the option "(?${flags})" is not known`);
    const ignores = off.includes('i') ? false : on.includes('i') || this.#ignores;
    if (holdsOn) {
      this.#ignoring[this.#ignoring.length - 1] = ignores;
      return;
    }
    this.#ignoring.push(ignores);
    this.#raw('(?:');
  }

  #escape(): void {
    const quoted = this.#take(/^\\Q([\s\S]*?)(?:\\E|$)/);
    const form = /^\\(?:g\{?(\d+)\}?|[gk](?:\{(\w+)\}|<(\w+)>|'(\w+)'))/;
    const reference = quoted === null ? this.#take(form) : null;
    if (quoted !== null) {
      for (const letter of quoted[1] ?? '')
        this.#add(/\W/.test(letter) ? escapedCharacter(letter) : this.#letter(letter));
    } else if (reference !== null) {
      const [, number, ...names] = reference;
      const name = names.find((each) => each !== undefined);
      this.#raw(number === undefined ? `\\k<${name}>` : `\\${number}(?:)`);
    } else this.#escaped();
  }

  #escaped(): void {
    const form = /^\\(x\{[0-9a-fA-F]{1,2}\}|x[0-9a-fA-F]{0,2}|c[A-Za-z]|\d{1,3}|[\s\S])/;
    const [text = '\\', of = ''] = this.#take(form) ?? [];
    if (text === '\\') throw new RegexDialectError('\\ at end of pattern');
    const set = sets[of];
    const other = plain[of];
    if (set !== undefined) this.#add(`[${set}]`);
    else if (other !== undefined) this.#raw(other);
    else if (/^[bB]$/.test(of)) this.#raw(text);
    else if (/^[GXCLlUupPE]$/.test(of)) throw new RegexDialectError(`"${text}" is not known`);
    else if (/^[1-9]/.test(of)) this.#raw(text);
    else this.#add(this.#character(of));
  }

  /** One character after a backslash. */
  #character(of: string): string {
    if (/^x/.test(of)) return `\\x${of.replace(/[x{}]/g, '').padStart(2, '0')}`;
    if (/^0/.test(of)) return `\\x${Number.parseInt(of, 8).toString(16).padStart(2, '0')}`;
    if (/^[dDwWtrnf]$|^c/.test(of)) return `\\${of}`;
    return /\w/.test(of) ? this.#letter(of) : escapedCharacter(of);
  }

  #brackets(): void {
    const opening = this.#take(/^\[\^?\]?/)?.[0] ?? '';
    let inside = opening.endsWith(']') ? '\\]' : '';
    for (;;) {
      if (this.#take(/^\]/) !== null) break;
      const piece = this.#inBrackets();
      if (piece === undefined) throw new RegexDialectError('missing terminating ] for character class');
      inside += piece;
    }
    if (this.#ignores) inside += otherCase(inside);
    this.#add(`[${opening.includes('^') ? '^' : ''}${inside}]`);
  }

  #inBrackets(): string | undefined {
    const named = this.#take(/^\[:(\^?)(\w+):\]/);
    if (named !== null) {
      const set = classes[named[2] ?? ''];
      if (set === undefined || named[1] !== '') throw new RegexDialectError(`the class "${named[0]}" is not known`);
      return set;
    }
    const escaped = this.#take(/^\\(x\{[0-9a-fA-F]{1,2}\}|x[0-9a-fA-F]{0,2}|c[A-Za-z]|[0-7]{1,3}|[\s\S])/);
    if (escaped !== null) {
      const of = escaped[1] ?? '';
      return (
        sets[of] ?? (of === 'b' ? '\\b' : /^[0-7]/.test(of) ? this.#character(`0${of}`) : inClass(this.#character(of)))
      );
    }
    return this.#take(/^[\s\S]/)?.[0].replace('[', '\\[');
  }
}

/** In brackets, a letter of either case is written as two. */
function inClass(character: string): string {
  return character.replace(/^\[(.*)\]$/, '$1');
}

function escapedCharacter(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** The letters and ranges of letters of a set, in the other case. */
function otherCase(inside: string): string {
  const swapped = (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
  const form = /\\x[0-9a-f]{2}|\\[\s\S]|([a-z])-([a-z])|([A-Z])-([A-Z])|([A-Za-z])/g;
  return [...inside.matchAll(form)]
    .map(([text]) => (text.startsWith('\\') ? '' : text.replace(/[A-Za-z]/g, swapped)))
    .join('');
}
