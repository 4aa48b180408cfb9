/** The units that a target evaluates, and their portions for sending. */
import type { Plain } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import type { Disk } from '../language/fixture.js';
import type { AskedTrial } from './losses.js';

/** One input for one probe. */
export interface Unit extends AskedTrial {
  readonly probe: number;
  readonly input: Plain;
  /** Its files on disk. */
  readonly disk?: Disk | undefined;
  /** A process is ready to receive signals. */
  readonly bystander?: true | undefined;
}

/** Neighbouring units of one case, together. */
export function unitsByCase(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const cases: Unit[][] = [];
  for (const unit of units) {
    const last = cases.at(-1);
    if (last?.[0]?.scope === unit.scope) last.push(unit);
    else cases.push([unit]);
  }
  return cases;
}

/** Neighbouring units of one probe become one job. */
export function jobsOf(units: readonly Unit[]): Job[] {
  const jobs: { probe: number; inputs: Plain[]; disks: (Disk | undefined)[]; bystanders: boolean[] }[] = [];
  for (const { probe, input, disk, bystander = false } of units) {
    let last = jobs.at(-1);
    if (last?.probe !== probe) {
      last = { probe, inputs: [], disks: [], bystanders: [] };
      jobs.push(last);
    }
    last.inputs.push(input);
    last.disks.push(disk);
    last.bystanders.push(bystander);
  }
  return jobs.map(({ disks, bystanders, ...job }) => ({
    ...job,
    ...(disks.some((disk) => disk !== undefined) ? { disks } : {}),
    ...(bystanders.includes(true) ? { bystanders } : {}),
  }));
}
