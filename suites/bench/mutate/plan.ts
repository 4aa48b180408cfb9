/** Chooses the cases that are tried with a change, and their order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matcherOf } from '../../executor/id-glob.js';
import type { GeneratedObject } from '../../language/case.js';
import type { Graph } from './bundles.js';
import type { RunDepth, SourceChange, Stage } from './change.js';
import { type Reach, START } from './reach.js';
import { digestNumber } from './sample.js';

/** A case with the criteria of its choice. */
interface Candidate {
  readonly id: string;
  readonly requirement: string;
  readonly rows: readonly string[];
  readonly standard: boolean;
  /** The first of its requirement. */
  readonly first: boolean;
  /** A pseudorandom number. */
  readonly order: number;
  /** It is only for older versions. */
  readonly until: string | undefined;
}

/** Limit for a stage: the number of cases that are tried of those that reach code which every script runs. */
const MOST = 800;

/** The same for cases that reach another place of the file. */
const MOST_BESIDE = 200;

/** Such as `2/shared-dict-operations/incr`. */
const ROW = /\b[123]\/[a-z0-9-]+(?:\/[a-z0-9-]+)?/g;

/** The ids of cases of standard depth that reach a mutant or a file, and `START`. */
export type Reaching = Pick<Reach, 'casesOf' | 'casesOfFile'>;

/** Finds the cases of changes. */
export class Planner {
  readonly #root: string;
  readonly #graph: Graph;
  readonly #candidates: readonly Candidate[];
  /** Cases of members that some older version lacks. */
  readonly #former: readonly Candidate[];
  /** Rows that some requirement cites. */
  readonly #rows: ReadonlySet<string>;
  readonly #importers: ReadonlyMap<string, readonly string[]>;
  readonly #reach: Reaching;
  readonly #cited = new Map<string, readonly RowCitation[]>();

  constructor(root: string, graph: Graph, objects: readonly GeneratedObject[], reach: Reaching) {
    this.#root = root;
    this.#graph = graph;
    this.#reach = reach;
    const candidates = candidatesOf(objects);
    this.#candidates = candidates.filter(({ until }) => until === undefined);
    this.#former = candidates.filter(({ until }) => until !== undefined);
    this.#rows = new Set(candidates.flatMap(({ rows }) => rows));
    this.#importers = importersOf(graph);
  }

  /** Whether the file is in a bundle. */
  isUsed(file: string): boolean {
    return this.#graph.has(file);
  }

  /** Rows that the file cites; without any, those of the nearest files that import it. */
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

  /** Rows that are cited last before the line, which belong to the surrounding function. */
  rowsNear(file: string, line: number): readonly string[] {
    const before = this.#citedIn(file).filter((one) => one.line <= line);
    const last = before.at(-1)?.line;
    return before.filter((one) => one.line === last).map(({ row }) => row);
  }

  /** The documents of the rows of a file. */
  documentsOf(file: string): readonly string[] {
    return [...new Set(this.rowsOf(file).map((row) => row.slice(0, 1)))].sort();
  }

  /**
   * The cases that may see the change: those that a fault names, or those that reach a mutant, with all cases of full depth of their
   * requirements. Cases of the nearest cited rows come first, then those of the other rows of its file. Stored results affect cases that do
   * not reach their place, so some cases that reach the file come last.
   */
  stagesOf({ id, file, line, seen }: SourceChange): readonly Stage[] {
    const groups = seen === undefined ? this.#reaching(id, file, line) : [this.#matching(seen)];
    const beside = seen === undefined ? this.#beside(file) : [];
    const atFull = [...groups, beside].map((of): CaseChoice => ({ depth: 'full', of }));
    const older = seen === undefined ? this.#older(file, line) : [];
    return stages([...groups.map(standardOf), { ...standardOf(beside), most: MOST_BESIDE }, ...older, ...atFull]);
  }

  /** Whether the line decides by a version. */
  #isOfVersions(file: string, line: number): boolean {
    const text = readFileSync(join(this.#root, file), 'utf8').split('\n')[line - 1] ?? '';
    return /\bisSince\b|\bsince\b|'\d+\.\d+\.\d+'/.test(text);
  }

  /**
   * Cases of older versions, each tried as its last version: those of the nearest rows. If there are none, or the line decides by a version,
   * they are those of all rows of the file.
   */
  #older(file: string, line: number): readonly CaseChoice[] {
    const near = this.rowsNear(file, line);
    const rows = near.length === 0 || this.#isOfVersions(file, line) ? this.rowsOf(file) : near;
    const cited = this.#former.filter(citesOne(new Set(rows)));
    const ends = new Set(cited.flatMap(({ until }) => until ?? []));
    return [...ends].map((end) => ({
      depth: 'standard',
      of: cited.filter(({ until }) => until === end),
      version: versionBefore(end),
    }));
  }

  /** Cases that reach the file, with all of full depth of their requirements. */
  #beside(file: string): readonly Candidate[] {
    return this.#candidates.filter(this.#reachedBy(this.#reach.casesOfFile(file)));
  }

  /** The reach of cases of full depth alone is unknown, so they are taken with their requirements. */
  #reachedBy(reaching: ReadonlySet<string>): (one: Candidate) => boolean {
    const requirements = new Set(this.#candidates.flatMap((one) => (reaching.has(one.id) ? one.requirement : [])));
    return (one) => (one.standard ? reaching.has(one.id) : requirements.has(one.requirement));
  }

  #reaching(id: string, file: string, line: number): readonly (readonly Candidate[])[] {
    const reaching = this.#reach.casesOf(id);
    const reaches = this.#reachedBy(reaching);
    const citing = (rows: readonly string[]): readonly Candidate[] => this.#candidates.filter(citesOne(new Set(rows)));
    const cited = [citing(this.rowsNear(file, line)), citing(this.rowsOf(file))];
    if (!reaching.has(START) && reaching.size > 0)
      return [...cited.map((some) => some.filter(reaches)), this.#candidates.filter(reaches)];
    // Cases that do not reach code that runs at the start may see its change, perhaps all of them.
    return [...cited, this.#citedIn(file).length > 0 ? this.#candidates.filter(reaches) : this.#candidates];
  }

  #matching(glob: string): readonly Candidate[] {
    const matches = matcherOf(glob);
    return this.#candidates.filter(({ id, requirement }) => matches(id) || matches(requirement));
  }

  #citedIn(file: string): readonly RowCitation[] {
    const known = this.#cited.get(file);
    if (known !== undefined) return known;
    const text = /^reference\/.*\.ts$/.test(file) ? readFileSync(join(this.#root, file), 'utf8') : '';
    const found = citedIn(text).filter(({ row }) => this.#rows.has(row));
    this.#cited.set(file, found);
    return found;
  }
}

/** The last version before one: 0.4.255 before 0.5.0. */
function versionBefore(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (patch > 0) return `${major}.${minor}.${patch - 1}`;
  return minor > 0 ? `${major}.${minor - 1}.255` : `${major - 1}.255.255`;
}

interface RowCitation {
  readonly row: string;
  readonly line: number;
}

const citedIn = (text: string): readonly RowCitation[] =>
  text.split('\n').flatMap((line, i) => (line.match(ROW) ?? []).map((row) => ({ row, line: i + 1 })));

const candidatesOf = (objects: readonly GeneratedObject[]): readonly Candidate[] =>
  objects.flatMap(({ requirements }) =>
    requirements.flatMap(({ id: requirement, rows, cases }) =>
      cases.map(({ id, depth, until }, i) => ({
        id,
        requirement,
        rows,
        standard: depth !== 'full',
        first: i === 0,
        order: digestNumber(id),
        until,
      })),
    ),
  );

function importersOf(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), file]);
  return importers;
}

const citesOne =
  (rows: ReadonlySet<string>) =>
  (one: Candidate): boolean =>
    one.rows.some((row) => rows.has(row));

interface CaseChoice {
  readonly depth: RunDepth;
  readonly of: readonly Candidate[];
  readonly most?: number;
  readonly version?: string;
}

const standardOf = (of: readonly Candidate[]): CaseChoice => ({
  depth: 'standard',
  of: of.filter(({ standard }) => standard),
});

/** No case is tried twice. */
function stages(all: readonly CaseChoice[]): readonly Stage[] {
  const before = new Set<string>();
  return all.flatMap(({ depth, of, most = MOST, ...version }) => {
    const ordered = [...of].sort((a, b) => Number(b.first) - Number(a.first) || a.order - b.order);
    const cases = [...new Set(ordered.map(({ id }) => id))].filter((id) => !before.has(id)).slice(0, most);
    for (const id of cases) before.add(id);
    return cases.length === 0 ? [] : [{ depth, cases, ...version }];
  });
}
