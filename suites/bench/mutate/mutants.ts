/** Mutants: the small changes that Stryker's instrumenter makes of sources. Here it only lists them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { SourceChange } from './change.js';

const FOLDERS = ['reference/realm', 'reference/host', 'reference/api'];

/** Files that have mutants, from the root. */
export const mutatedFiles = (root: string): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.(test|d)\.ts$|(^|\/)testing\//.test(name))
      .map((name) => `${folder}/${name}`),
  ).sort();

const never = (): boolean => false;
const nothing = (): void => undefined;

const LOGGER = {
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing },
};

/** Sources with all their mutants. */
export interface Instrumentation {
  readonly mutants: readonly SourceChange[];
  /**
   * The sources, in which `stryCov_9fa48` is called with the numbers of the reached mutants, as texts: indices of `mutants`.
   * `stryMutAct_9fa48` decides whether one is active.
   */
  readonly texts: ReadonlyMap<string, string>;
}

/** All mutants of the files. */
export async function instrumented(root: string, files: readonly string[]): Promise<Instrumentation> {
  const sources = files.map((name) => ({ name, content: readFileSync(join(root, name), 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const { mutants, files: outputs } = await new Instrumenter(LOGGER).instrument(sources, options);
  if (mutants.some(({ id }, i) => id !== `${i}`))
    throw new Error('the instrumenter does not number mutants in their order');
  const of = (file: string): readonly InstrumenterMutant[] => mutants.filter(({ fileName }) => fileName === file);
  return {
    mutants: sources.flatMap(({ name, content }) => mutantChanges(name, content, of(name))),
    texts: new Map(outputs.map(({ name, content }) => [name, content])),
  };
}

interface Position {
  /** 0-based. */
  readonly line: number;
  readonly column: number;
}

export interface InstrumenterMutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** Mutants of a file as changes. An id consists of the surrounding line and the change, so it stays the same when other lines change. */
export function mutantChanges(
  file: string,
  content: string,
  mutants: readonly InstrumenterMutant[],
): readonly SourceChange[] {
  const lines = content.split('\n');
  const starts: number[] = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const offset = ({ line, column }: Position): number => (starts[line] ?? 0) + column;
  const times = new Map<string, number>();
  return mutants.map(({ mutatorName, replacement, location: { start, end } }) => {
    const [from, to] = [offset(start), offset(end)];
    const original = content.slice(from, to);
    const line = lines[start.line] ?? '';
    const column = start.column - (line.length - line.trimStart().length);
    const digest = digestOf([line.trim(), `${column}`, original, replacement]);
    const time = (times.get(digest) ?? 0) + 1;
    times.set(digest, time);
    const id = `${file}#${mutatorName}-${digest}${time === 1 ? '' : `-${time}`}`;
    const says = `${brief(original)} → ${brief(replacement)}`;
    return { id, source: 'mutant', file, from, to, replacement, says, line: start.line + 1 };
  });
}

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 10);

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 70)}…` : line;
}
