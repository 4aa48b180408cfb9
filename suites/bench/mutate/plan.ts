/** Which cases are tried with a change, in which order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from '../../../spec/types/requirement.js';
import { matcherOf } from '../../cli/globs.js';
import type { GeneratedObject } from '../../language/case.js';
import type { Graph } from './bundles.js';
import type { Change, Stage } from './change.js';
import { isStandard } from './depth.js';

/** A case with what it is chosen by. */
interface Candidate {
  readonly id: string;
  readonly requirement: string;
  readonly rows: readonly string[];
  readonly subject: Subject;
  readonly standard: boolean;
}

/** Such as `2/shared-dict-operations/incr`. */
const ROW = /\b[123]\/[a-z0-9-]+(?:\/[a-z0-9-]+)?/g;

/** Finds the cases of changes. */
export class Planner {
  readonly #root: string;
  readonly #graph: Graph;
  readonly #candidates: readonly Candidate[];
  /** Rows that some requirement rests on. */
  readonly #rows: ReadonlySet<string>;
  readonly #importers: ReadonlyMap<string, readonly string[]>;
  readonly #cited = new Map<string, readonly Cited[]>();

  constructor(root: string, graph: Graph, objects: readonly GeneratedObject[]) {
    this.#root = root;
    this.#graph = graph;
    this.#candidates = candidatesOf(objects);
    this.#rows = new Set(this.#candidates.flatMap(({ rows }) => rows));
    this.#importers = importersOf(graph);
  }

  /** Whether the file is in a bundle. */
  isUsed(file: string): boolean {
    return this.#graph.has(file);
  }

  /** Rows that the file cites; where it cites none, those of the nearest files that import it. */
  rowsOf(file: string): readonly string[] {
    const met = new Set([file]);
    for (let ring: readonly string[] = [file]; ring.length > 0; ) {
      const rows = ring.flatMap((one) => this.#citedIn(one).map(({ row }) => row));
      if (rows.length > 0) return [...new Set(rows)];
      ring = [...new Set(ring.flatMap((one) => this.#importers.get(one) ?? []))].filter((one) => !met.has(one));
      for (const one of ring) met.add(one);
    }
    return [];
  }

  /** Rows that are cited last before the line, and so of the function around it. */
  rowsNear(file: string, line: number): readonly string[] {
    const before = this.#citedIn(file).filter((one) => one.line <= line);
    const last = before.at(-1)?.line;
    return before.filter((one) => one.line === last).map(({ row }) => row);
  }

  /** The documents of the rows of a file. */
  documentsOf(file: string): readonly string[] {
    return [...new Set(this.rowsOf(file).map((row) => row.slice(0, 1)))].sort();
  }

  /** The cases that may see the change. Of each depth come first those of the rows that are cited nearest to it. */
  stagesOf({ file, line, seen }: Change): readonly Stage[] {
    if (seen !== undefined) return stages(this.#matching(seen), () => false);
    const rows = new Set(this.rowsOf(file));
    const near = new Set(this.rowsNear(file, line));
    const subjects = subjectsOf(file);
    const chosen = this.#candidates.filter((one) => subjects.has(one.subject) && one.rows.some((row) => rows.has(row)));
    return stages(chosen, (one) => one.rows.some((row) => near.has(row)));
  }

  #matching(glob: string): readonly Candidate[] {
    const matches = matcherOf(glob);
    return this.#candidates.filter(({ id, requirement }) => matches(id) || matches(requirement));
  }

  #citedIn(file: string): readonly Cited[] {
    const known = this.#cited.get(file);
    if (known !== undefined) return known;
    const text = /^reference\/.*\.ts$/.test(file) ? readFileSync(join(this.#root, file), 'utf8') : '';
    const found = citedIn(text).filter(({ row }) => this.#rows.has(row));
    this.#cited.set(file, found);
    return found;
  }
}

interface Cited {
  readonly row: string;
  readonly line: number;
}

const citedIn = (text: string): readonly Cited[] =>
  text.split('\n').flatMap((line, i) => (line.match(ROW) ?? []).map((row) => ({ row, line: i + 1 })));

/** What a file is a part of: neither side of the management API is tried with changes of the other. */
function subjectsOf(file: string): ReadonlySet<Subject> {
  if (!file.startsWith('reference/api/')) return new Set(['runtime']);
  if (file.startsWith('reference/api/server/')) return new Set(['server']);
  return new Set(file.startsWith('reference/api/support/') ? ['client', 'server'] : ['client']);
}

const candidatesOf = (objects: readonly GeneratedObject[]): readonly Candidate[] =>
  objects.flatMap(({ subject, requirements }) =>
    requirements.flatMap(({ id: requirement, rows, cases }) =>
      cases.map(({ id }, i) => ({ id, requirement, rows, subject, standard: isStandard(id, i) })),
    ),
  );

function importersOf(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), file]);
  return importers;
}

function stages(candidates: readonly Candidate[], isNear: (one: Candidate) => boolean): readonly Stage[] {
  const ids = (is: (one: Candidate) => boolean): readonly string[] => candidates.filter(is).map(({ id }) => id);
  const all: readonly Stage[] = [
    { depth: 'standard', cases: ids((one) => one.standard && isNear(one)) },
    { depth: 'standard', cases: ids((one) => one.standard && !isNear(one)) },
    { depth: 'full', cases: ids((one) => !one.standard && isNear(one)) },
    { depth: 'full', cases: ids((one) => !one.standard && !isNear(one)) },
  ];
  return all.filter(({ cases }) => cases.length > 0);
}
