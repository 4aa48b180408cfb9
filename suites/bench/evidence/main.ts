/**
 * `npm run evidence`: folders of `replay --write`, drawn over all families of cases and wrong and real hosts. Each must show its
 * fault on its target and not on the reference, or be refused with the reason. Exit status 1 where one tells what is not so.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawnOf, type EvidenceOutcome, type EvidenceVerdict } from './drawing.js';
import { realHosts, type Suspect, wrongRuntimes } from './suspects.js';

const KINDS: { readonly [kind: string]: (scratch: string) => Promise<Suspect[]> } = {
  runtimes: wrongRuntimes,
  hosts: realHosts,
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '2' },
      kind: { type: 'string', multiple: true, default: Object.keys(KINDS) },
      keep: { type: 'string' },
    },
  });
  const scratch = values.keep ?? (await mkdtemp(join(tmpdir(), 'srvspec-evidence-')));
  const all: EvidenceOutcome[] = [];
  try {
    for (const [i, kind] of values.kind.entries()) {
      const suspects = (await KINDS[kind]?.(scratch)) ?? [];
      const left = Number(values.count) - all.length;
      const count = Math.ceil(left / (values.kind.length - i));
      const given = { count, seed: Number(values.seed), jobs: Number(values.jobs), scratch: join(scratch, kind), told };
      const drawn = await drawnOf(suspects, given);
      process.stdout.write(`${kind}: ${tally(drawn)}\n`);
      all.push(...drawn);
    }
    process.stdout.write(`all: ${tally(all)}\n`);
    return all.some(({ outcome }) => outcome === 'false') ? 1 : 0;
  } finally {
    if (values.keep === undefined) await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Characters of a reason that are told. */
const MOST_SAID = 600;

function told({ outcome, suspect, id, why }: EvidenceOutcome): void {
  const reason = outcome === 'refused' || outcome === 'false' ? `\n    ${why.slice(0, MOST_SAID)}` : '';
  process.stdout.write(`${outcome.padEnd(7)} ${suspect}: ${id}${reason}\n`);
}

function tally(drawn: readonly EvidenceOutcome[]): string {
  const count = (wanted: EvidenceVerdict): number => drawn.filter(({ outcome }) => outcome === wanted).length;
  return `${drawn.length} drawn, ${count('shown')} shown, ${count('refused')} refused, ${count('false')} false`;
}

process.exitCode = await main();
