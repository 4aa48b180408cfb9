/** Draws cases of wrong targets, has `replay --write` write a folder of each, and runs that by hand on its target and on the reference. */
import { join } from 'node:path';
import fc from 'fast-check';
import { freePorts } from '../../targets/support/host/free-port.js';
import { runProcess } from '../../targets/support/process.js';
import { MAIN, type Running, type Suspect } from './suspects.js';

/** What became of a case: the target is right, a folder shows its fault, none can be written, or a folder tells what is not so. */
export type EvidenceVerdict = 'right' | 'shown' | 'refused' | 'false';

export interface EvidenceOutcome {
  readonly suspect: string;
  readonly id: string;
  readonly outcome: EvidenceVerdict;
  /** What `replay` said of it, or `run.sh`. */
  readonly why: string;
}

/** Draws that come to no folder, for each that does, before the suspects are given up. */
const MOST_RIGHT = 25;

export interface Drawing {
  readonly count: number;
  readonly seed: number;
  /** For the folders. */
  readonly scratch: string;
  readonly jobs: number;
  told?(one: EvidenceOutcome): void;
}

/** So many cases that a suspect gets wrong, one suspect after the other, and of each one family of cases after the other. */
export async function drawnOf(suspects: readonly Suspect[], drawing: Drawing): Promise<EvidenceOutcome[]> {
  const { count, scratch, jobs, told = () => undefined } = drawing;
  const cases = casesOf(suspects, drawing.seed);
  const found: EvidenceOutcome[] = [];
  const tried = new Set<string>();
  let number = 0;
  const work = async (): Promise<void> => {
    while (found.length < count && number < count * MOST_RIGHT) {
      const { value, done } = cases.next();
      if (done === true) return;
      const folder = join(scratch, `folder-${number++}`);
      if (tried.has(`${value.suspect.name} ${value.id}`)) continue;
      tried.add(`${value.suspect.name} ${value.id}`);
      const one = await written(value.suspect, value.id, folder);
      if (one.outcome !== 'right' && found.length < count) found.push(one);
      told(one);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return found;
}

function* casesOf(
  suspects: readonly Suspect[],
  seed: number,
): Generator<{ readonly suspect: Suspect; readonly id: string }, undefined> {
  const numbers = fc.sample(fc.noShrink(fc.infiniteStream(fc.nat())), { numRuns: 1, seed })[0];
  const pick = <T>(all: readonly T[]): T | undefined => all[Number(numbers?.next().value ?? 0) % all.length];
  const wrong = suspects.filter(({ families }) => families.length > 0);
  while (wrong.length > 0)
    for (const suspect of wrong) {
      const drawn = pick(pick(suspect.families) ?? []);
      const isTried = drawn?.body().needs.every((need) => suspect.capabilities.has(need)) === true;
      if (drawn !== undefined && isTried) yield { suspect, id: drawn.id };
    }
  return undefined;
}

const REFUSED = /no reproducer can be written of/;

async function written({ name, options, wrong, right }: Suspect, id: string, folder: string): Promise<EvidenceOutcome> {
  const came = (outcome: EvidenceVerdict, why: string): EvidenceOutcome => ({ suspect: name, id, outcome, why });
  const { status, text } = await ended([process.execPath, MAIN, 'replay', id, ...options, '--write', folder]);
  if (status === 1) return came('right', text);
  if (status !== 0) return came(status === 3 && REFUSED.test(text) ? 'refused' : 'false', text);
  const there = await ran(folder, wrong);
  if (there.status !== 0) return came('false', `run.sh with its target: status ${there.status}; ${there.text}`);
  const here = await ran(folder, right);
  return here.status === 1
    ? came('shown', text)
    : came('false', `run.sh with the reference: status ${here.status}; ${here.text}`);
}

interface ProgramResult {
  readonly status: number;
  readonly text: string;
}

const DEADLINE_MS = 600_000;

async function ended(argv: readonly string[], env: Running = {}): Promise<ProgramResult> {
  const { exit, stdout, stderr } = await runProcess(argv, { deadlineMs: DEADLINE_MS, env: { ...process.env, ...env } });
  return { status: exit.kind === 'status' ? exit.status : -1, text: `${stdout.text()}${stderr.text()}`.trim() };
}

/** Ports that a configuration names at most. */
const MOST_PORTS = 6;

async function ran(folder: string, env: Running): Promise<ProgramResult> {
  const ports = await freePorts(MOST_PORTS);
  const named = ports.map((port, i) => [i === 0 ? 'PORT' : `PORT${i}`, `${port}`]);
  return ended(['sh', join(folder, 'run.sh')], { ...Object.fromEntries(named), ...env });
}
