/**
 * The cases that reach the place of each mutant, from one run of the cases on sources that report it. A case that does not reach a place
 * cannot see a change there.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import { run } from '../../executor/run.js';
import type { SessionSetup, Target } from '../../executor/target.js';
import { type GeneratedObject, keptOf } from '../../language/case.js';
import { referenceTarget } from '../../targets/reference/reference.js';
import { Builds, type Texts } from './bundles.js';
import type { SourceChange } from './change.js';
import { INPUTS } from './inputs.js';
import { type Instrumentation, instrumented } from './mutants.js';

/** In place of a case's id: the start of a target. A change in code that it reaches may show in any case. */
export const START = 'start';

/** Mutants, each with the cases that reach it. */
export class Reach {
  readonly mutants: readonly SourceChange[];
  readonly #cases: readonly string[];
  /** A row of bits for each case. */
  readonly #bits: Uint8Array;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(mutants: readonly SourceChange[], cases: readonly string[], bits: Uint8Array) {
    this.mutants = mutants;
    this.#cases = cases;
    this.#bits = bits;
    this.#numbers = new Map(mutants.map(({ id }, i) => [id, i]));
  }

  /** The ids of cases that reach it, and `START`. */
  casesOf(mutant: string): ReadonlySet<string> {
    const number = this.#numbers.get(mutant);
    if (number === undefined) throw new Error(`there is no mutant ${mutant}`);
    return this.#reaching([number]);
  }

  /** The ids of cases that reach any mutant of the file. */
  casesOfFile(file: string): ReadonlySet<string> {
    return this.#reaching(this.mutants.flatMap((mutant, i) => (mutant.file === file ? [i] : [])));
  }

  #reaching(numbers: readonly number[]): ReadonlySet<string> {
    const width = widthOf(this.mutants.length);
    const isReached = (at: number, number: number): boolean =>
      (((this.#bits[at * width + (number >> 3)] ?? 0) >> (number & 7)) & 1) === 1;
    return new Set(this.#cases.filter((_, at) => numbers.some((number) => isReached(at, number))));
  }
}

/** Bytes of a row with a bit for each mutant. */
const widthOf = (mutants: number): number => Math.ceil(mutants / 8);

/** The measurement of one or more runs. */
interface ReachMeasurement {
  readonly mutants: readonly SourceChange[];
  readonly cases: readonly string[];
  readonly bits: Uint8Array;
}

export interface Measuring {
  readonly root: string;
  /** A folder of the package for created files. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly objects: readonly GeneratedObject[];
  /** Of the sources. */
  readonly digest: string;
  readonly progress: (done: number, total: number) => void;
}

/** An earlier measurement of the same sources, completed with the present reach of new cases. */
export async function reachOf(measuring: Measuring): Promise<Reach> {
  const { folder, digest, objects } = measuring;
  const known = keptIn(folder, digest);
  const before = new Set(known?.cases);
  const news = keptOf(objects, ({ id }) => !before.has(id));
  if (known !== undefined && news.length === 0) return new Reach(known.mutants, known.cases, known.bits);
  const { mutants, cases, bits } = await measured({ ...measuring, objects: news });
  const all = { mutants, cases: [...before, ...cases], bits: Buffer.concat([known?.bits ?? NO_BITS, bits]) };
  keep(folder, digest, all);
  return new Reach(all.mutants, all.cases, all.bits);
}

const NO_BITS = new Uint8Array();

const filesIn = (folder: string): readonly [string, string] => [join(folder, 'reach.json'), join(folder, 'reach.bits')];

/** A stored measurement, with its bits in a file of their own. */
type ReachFile = Omit<ReachMeasurement, 'bits'> & { readonly digest: string };

function keptIn(folder: string, digest: string): ReachMeasurement | undefined {
  const [file, bits] = filesIn(folder);
  if (!existsSync(file)) return undefined;
  const { digest: of, ...kept }: ReachFile = JSON.parse(readFileSync(file, 'utf8'));
  return of === digest ? { ...kept, bits: readFileSync(bits) } : undefined;
}

function keep(folder: string, digest: string, { bits, ...measured }: ReachMeasurement): void {
  const [file, bitsFile] = filesIn(folder);
  mkdirSync(folder, { recursive: true });
  // A run that is interrupted between the two must not leave files that do not match.
  rmSync(file, { force: true });
  writeFileSync(bitsFile, bits);
  const kept: ReachFile = { digest, ...measured };
  writeFileSync(file, JSON.stringify(kept));
}

async function measured({ root, folder, files, objects, progress }: Measuring): Promise<ReachMeasurement> {
  const sources = await instrumented(root, files);
  const { mutants } = sources;
  const reached = new Uint8Array(new SharedArrayBuffer(mutants.length));
  // The management API runs in this thread, hosts in others.
  Reflect.set(globalThis, Symbol.for(NAME), reached);
  setEnvironmentData(NAME, reached);
  const builds = new Builds(root, join(folder, 'work-reach', 'reference'));
  await builds.open();
  const rows = new Map<string, Uint8Array>();
  let round: string[] = [];
  const taken = (): Uint8Array => {
    const row = packed(reached);
    reached.fill(0);
    return row;
  };
  const started = (): void => {
    rows.set(START, united(rows.get(START), taken()));
  };
  const target = alone(referenceTarget({ build: await builds.replace(reportingTexts(root, sources)) }), started);
  await run(target, objects, {
    ...INPUTS,
    ...{ jobs: TOGETHER, roundCases: TOGETHER, confirmations: 0 },
    witness: ({ id }) => round.push(id),
    progress: (done, total) => {
      const row = taken();
      for (const id of round) rows.set(id, row);
      round = [];
      progress(done, total);
    },
  });
  return { mutants, cases: [...rows.keys()], bits: Buffer.concat([...rows.values()]) };
}

/** The number of neighbours that run together, and share what any of them reaches: each alone would take minutes more. */
const TOGETHER = 8;

/** The target with one session at a time, so that only one round runs. Calls when a session has started. */
const alone = (target: Target, started: () => void): Target => ({
  ...target,
  drivers: Object.fromEntries(
    Object.entries(target.drivers).map(([subject, driver]) => [
      subject,
      { ...driver, sessions: 1, start: (setup: SessionSetup) => driver.start(setup).finally(started) },
    ]),
  ),
});

const united = (some: Uint8Array | undefined, more: Uint8Array): Uint8Array =>
  more.map((byte, i) => byte | (some?.[i] ?? 0));

/** A bit for each byte that is not zero. */
function packed(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(widthOf(bytes.length));
  for (const [i, byte] of bytes.entries()) if (byte !== 0) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}

/** The name by which threads find the bytes. */
const NAME = 'srvspec.reached';

const REALM_FILE = 'reference/host/support/realms/realm.ts';

/**
 * The sources with the functions that the instrumenter calls. A file of a script VM finds the bytes at the port of its bundle. They are not
 * enumerable there, so that scripts do not get them. All other files find them at the global object.
 */
export function reportingTexts(root: string, { texts }: Instrumentation): Texts {
  const reporting = new Map(
    [...texts].map(([file, text]) => {
      const place = file.startsWith('reference/realm/') ? 'port.reached' : `globalThis[Symbol.for('${NAME}')]`;
      return [file, `${text}\n${helpersAt(place)}`];
    }),
  );
  const realm = reporting.get(REALM_FILE) ?? readFileSync(join(root, REALM_FILE), 'utf8');
  const given = realm.replace('installRuntime(this.context, port)', 'installRuntime(this.context, given(port))');
  if (given === realm) throw new Error(`${REALM_FILE} no longer installs the runtime in the way that is known here`);
  return reporting.set(REALM_FILE, `${GIVING}\n${given}`);
}

const helpersAt = (place: string): string => `
function stryMutAct_9fa48(_) { return false; }
function stryCov_9fa48(...numbers) {
  const reached = ${place};
  if (reached !== undefined) for (const number of numbers) reached[number] = 1;
}`;

const GIVING = `
import { getEnvironmentData } from 'node:worker_threads';
const reached = (globalThis[Symbol.for('${NAME}')] ??= getEnvironmentData('${NAME}'));
const given = (port) => Object.defineProperty(port, 'reached', { value: reached });`;
