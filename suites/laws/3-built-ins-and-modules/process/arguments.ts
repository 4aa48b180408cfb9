/** 3/process/process-argv: the command line that a script sees. */
import { anything, between, type Expectation, equal, record, satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

interface ArgumentsRow {
  readonly words: readonly string[];
  /** The number of repetitions of each word. */
  readonly times?: number;
}

const all = ({ words, times = 1 }: ArgumentsRow): readonly string[] =>
  Array.from({ length: times }, () => words).flat();

/** A law of the array; a second read returns an equal array of strings. */
const ofCommandLine = (expect: (data: ArgumentsRow) => Expectation) =>
  example({
    needs: ['arguments'],
    started: (data: ArgumentsRow) => ({ arguments: all(data) }),
    input: (data) => all(data).length,
    probe: (count, t) => {
      const argv: unknown[] = Object(t.at('process.argv'));
      const again: unknown[] = Object(t.at('process.argv'));
      return {
        isArray: Array.isArray(argv),
        first: argv.length - count,
        last: argv.slice(argv.length - count),
        again: again.length === argv.length && argv.every((word, i) => word === again[i]),
      };
    },
    expect,
  });

/** The array ends with the arguments after the script. */
export const endsWith = ofCommandLine((data) =>
  record({ isArray: true, first: between(1, 1e9), last: equal(all(data)), again: true }),
);

/** The number of words before those of the script; it is only recorded. */
export const recordsFirst = ofCommandLine(() => anything);

/** An array of strings, wherever the script runs. */
export const areTexts = example({
  input: (_: object) => 0,
  probe: (least, t) => {
    const argv = t.at('process.argv');
    return Array.isArray(argv) ? { least, types: argv.map((word) => typeof word) } : 'no array';
  },
  expect: (): Expectation => record({ types: satisfies('only strings', allTexts) }),
});

function allTexts(types: unknown): true | string {
  if (!Array.isArray(types)) return 'there is no list of types';
  const other: unknown = types.find((type) => type !== 'string');
  return other === undefined || `one is of type ${other}`;
}

/** On a host the words are those that it was started with, as the system reports for the process, or for its parent. */
export const areOfHost = example({
  needs: ['exchange', 'machine'],
  started: (_: object) => ({}),
  input: () => '/proc',
  probe: (folder, t) => {
    const read = (file: string): string => {
      const content = t.attempt(() => t.fs.readFileSync(`${folder}/${file}`).toString());
      return content[0] === 'threw'
        ? t.unobservable('the state of the process in /proc cannot be read')
        : `${content[1]}`;
    };
    const found = /\) \S (\d+) /.exec(read('self/stat'));
    const parent = found === null ? 'self' : found[1];
    // A serving process may show its command line in its title, as one text.
    const shown = `${read('self/cmdline')} ${read(`${parent}/cmdline`)}`.split('\0').join(' ');
    const argv: unknown[] = Object(t.at('process.argv'));
    // Only the first word may differ, because the shell finds the program.
    const words = argv.slice(1).map((word) => `${word}`);
    return { words: words.length > 0, shown: shown.indexOf(words.join(' ')) >= 0 };
  },
  expect: () => record({ words: true, shown: true }),
});
