/** The alternatives of a glob: what its braces choose between. */

/** One alternative of one pair of braces. */
export interface Alternative {
  /** The whole glob, with this alternative in place of its braces. */
  readonly glob: string;
  /** Those of the braces inside it. */
  readonly inner: readonly Alternative[];
}

type Part = string | readonly Part[][];

/**
 * The alternatives of each pair of braces that has some; none of a glob whose braces do not match. Parentheses and brackets are left
 * as they are.
 */
export function globAlternatives(glob: string): readonly Alternative[] {
  const read = sequence(glob, 0, false);
  return read === undefined ? [] : choices(read.parts, (text) => text);
}

function choices(parts: readonly Part[], around: (text: string) => string): readonly Alternative[] {
  return parts.flatMap((part, at) => {
    if (typeof part === 'string') return [];
    const [before, after] = [
      parts.slice(0, at).map(textOf).join(''),
      parts
        .slice(at + 1)
        .map(textOf)
        .join(''),
    ];
    const within = (text: string): string => around(`${before}${text}${after}`);
    return part.map((one) => ({ glob: within(one.map(textOf).join('')), inner: choices(one, within) }));
  });
}

const textOf = (part: Part): string =>
  typeof part === 'string' ? part : `{${part.map((one) => one.map(textOf).join('')).join(',')}}`;

interface GlobReading {
  readonly parts: Part[];
  /** Where it ends. */
  readonly end: number;
}

/** Reads up to the end of the glob or, inside braces, up to a comma or the brace that closes them. */
function sequence(glob: string, start: number, inside: boolean): GlobReading | undefined {
  const parts: Part[] = [];
  let at = start;
  while (at < glob.length) {
    const character = glob.charAt(at);
    if (inside && (character === ',' || character === '}')) return { parts, end: at };
    if (character === '}') return undefined;
    if (character === '{') {
      const read = braces(glob, at);
      if (read === undefined) return undefined;
      parts.push(...read.parts);
      at = read.end;
    } else {
      const length = character === '\\' ? 2 : 1;
      parts.push(glob.slice(at, at + length));
      at += length;
    }
  }
  return inside ? undefined : { parts, end: at };
}

/** Braces without a comma, such as those of a range, choose nothing. */
function braces(glob: string, start: number): GlobReading | undefined {
  const all: Part[][] = [];
  let at = start;
  do {
    const read = sequence(glob, at + 1, true);
    if (read === undefined) return undefined;
    all.push(read.parts);
    at = read.end;
  } while (glob.charAt(at) === ',');
  const [only = []] = all;
  return { parts: all.length > 1 ? [all] : ['{', ...only, '}'], end: at + 1 };
}
