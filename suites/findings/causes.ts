/** Groups the violations in reports by cause: the recorded deviation or, without one, the requirement. */
import type { CaseReport, RequirementReport, RunReport } from '../../reports/model.js';
import { type Deviation, DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import type { Identity } from '../executor/target.js';
import { parseVersion } from '../language/versions.js';
import type { FindingHost } from './hosts.js';

/** A case that a host violates. */
export interface ObservedViolation {
  readonly host: FindingHost;
  readonly report: RunReport;
  readonly requirement: RequirementReport;
  readonly of: CaseReport;
}

export interface FindingCause {
  readonly id: string;
  readonly deviation: Deviation | undefined;
  /** By the order of hosts, the smallest input first. */
  readonly sightings: readonly ObservedViolation[];
}

/** All causes of the newest release, and those that only other releases show. */
export interface FindingCauses {
  readonly newest: readonly FindingCause[];
  readonly older: readonly FindingCause[];
}

/** The violations of `reports`, by cause, in the order of the hosts. */
export function causesOf(reports: readonly (readonly [host: FindingHost, report: RunReport])[]): FindingCauses {
  const causes = new Map<string, { deviation: Deviation | undefined; sightings: ObservedViolation[] }>();
  for (const [host, report] of reports) {
    const list = new DeviationList(host.target.kind, recordedDeviations(host.target.kind));
    for (const requirement of report.requirements)
      for (const of of requirement.cases) {
        if (of.verdict !== 'violates' && of.verdict !== 'deviates') continue;
        const deviation = list.find(requirement.id, of.id, identityOf(report));
        const id = deviation === undefined ? requirement.id : deviation.of.join();
        const cause = causes.get(id) ?? { deviation, sightings: [] };
        causes.set(id, cause);
        cause.sightings.push({ host, report, requirement, of });
      }
  }
  const all = [...causes].map(
    ([id, { deviation, sightings }]): FindingCause => ({ id, deviation, sightings: inOrder(sightings) }),
  );
  return {
    newest: all.filter(({ sightings }) => sightings.some(({ host }) => host.isNewest)),
    older: all.filter(({ sightings }) => !sightings.some(({ host }) => host.isNewest)),
  };
}

/** Findings are only about real hosts. */
const identityOf = ({ target }: RunReport): Identity => {
  const engine = target.engine === 'njs' || target.engine === 'qjs' ? target.engine : 'unknown';
  return { runtimeVersion: parseVersion(target.runtimeVersion) ?? '0.0.0', engine, implementation: 'njs' };
};

/** Hosts keep their order. */
function inOrder(sightings: readonly ObservedViolation[]): readonly ObservedViolation[] {
  const hosts = [...new Set(sightings.map(({ host }) => host))];
  return hosts.flatMap((host) =>
    sightings.filter((one) => one.host === host).sort((a, b) => sizeOf(a.of) - sizeOf(b.of)),
  );
}

const sizeOf = ({ counterexample = '', observed = '' }: CaseReport): number =>
  counterexample.length + observed.length / 10;
