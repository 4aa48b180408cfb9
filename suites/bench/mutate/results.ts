/** Stored outcomes, with which an interrupted run continues. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Graph } from './bundles.js';
import type { ChangeOutcome } from './change.js';

interface ResultLine {
  readonly key: string;
  readonly outcome: ChangeOutcome;
}

/** A file of outcomes, one JSON text in each line. */
export class Results {
  readonly #file: string;
  readonly #known: Map<string, ChangeOutcome>;

  constructor(file: string, { fresh }: { readonly fresh: boolean }) {
    this.#file = file;
    if (fresh) rmSync(file, { force: true });
    this.#known = new Map(linesOf(file).map(({ key, outcome }) => [key, outcome]));
    mkdirSync(dirname(file), { recursive: true });
  }

  get(key: string): ChangeOutcome | undefined {
    return this.#known.get(key);
  }

  add(key: string, outcome: ChangeOutcome): void {
    this.#known.set(key, outcome);
    const line: ResultLine = { key, outcome };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function linesOf(file: string): readonly ResultLine[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // An interrupted run may have left half a line.
  if (whole !== text) writeFileSync(file, whole);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line): ResultLine => JSON.parse(line));
}

/** A digest of everything on which verdicts depend: the bundled sources, and the cases with their laws. */
export function digestOfInputs(root: string, graph: Graph): string {
  const cases = ['dist/suites/laws', 'dist/suites/cases/generated'].flatMap((folder) => programsIn(root, folder));
  return digestOfFiles(root, [...graph.keys(), ...cases]);
}

const programsIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
    .map((name) => `${folder}/${name}`);

/** A digest of the files that exist. */
export function digestOfFiles(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.filter((one) => existsSync(join(root, one))).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
