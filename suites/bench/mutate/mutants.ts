/** Mutants: the small changes that Stryker's instrumenter makes of sources. It only lists them here. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Change } from './change.js';

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

/** All mutants of the files. */
export async function mutantsOf(root: string, files: readonly string[]): Promise<readonly Change[]> {
  const instrumenter = new Instrumenter(LOGGER);
  const all: Change[] = [];
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8');
    const input = [{ name: file, content, mutate: true }];
    const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
    const { mutants } = await instrumenter.instrument(input, options);
    all.push(...changesOf(file, content, mutants));
  }
  return all;
}

interface Position {
  /** 0-based. */
  readonly line: number;
  readonly column: number;
}

export interface Listed {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** Mutants of a file as changes. An id is made of the line around and the change, and so stays when other lines change. */
export function changesOf(file: string, content: string, mutants: readonly Listed[]): readonly Change[] {
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
