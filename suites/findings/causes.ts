/** Groups the violations in reports by cause, as the recorded deviations name it. */
import type { CaseReport, RequirementReport, RunReport } from '../../reports/model.js';
import { causeId, type Deviation, DeviationList, deviationIds, names } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import type { Identity } from '../executor/target.js';
import { parseVersion } from '../language/versions.js';
import type { FindingHost } from './hosts.js';
import { byKind, kindOf } from './kinds.js';

/** A case that a host violates, and the recorded deviation. */
export interface ObservedViolation {
  readonly host: FindingHost;
  readonly report: RunReport;
  readonly requirement: RequirementReport;
  readonly of: CaseReport;
  readonly deviation: Deviation;
}

export interface FindingCause {
  readonly id: string;
  /** The entries with this cause that were observed, each once, in the order of the observations. */
  readonly deviations: readonly Deviation[];
  /** The newest release first, then the worst kind, the order of the hosts, the smallest input and the order of the entries. */
  readonly sightings: readonly ObservedViolation[];
}

export interface FindingCauses {
  readonly causes: readonly FindingCause[];
  /** Ids of recorded causes that no report shows. */
  readonly unseen: readonly string[];
  /** Ids of violating cases without a recorded deviation. */
  readonly unrecorded: readonly string[];
}

export type HostReport = readonly [host: FindingHost, report: RunReport];

/** Whether the newest release shows it. */
export const isOnNewest = ({ sightings: [first] }: FindingCause): boolean => first?.host.isNewest === true;

/** Every cause that is recorded for njs, once. */
export const recordedCauses = (): readonly string[] => [...new Set(recordedDeviations('nginx').map(causeId))];

/** Ids and globs of all cases with a recorded deviation, once. */
export const recordedIds = (): readonly string[] => [...new Set(recordedDeviations('nginx').flatMap(deviationIds))];

/** The violations of `reports`, by cause, in the order of the recorded deviations. */
export function causesOf(reports: readonly HostReport[]): FindingCauses {
  const found = new Map<string, ObservedViolation[]>();
  const unrecorded = new Set<string>();
  for (const [host, report] of reports) {
    const list = new DeviationList(host.target.kind, recordedDeviations(host.target.kind));
    for (const requirement of report.requirements)
      for (const of of requirement.cases) {
        const deviation = list.find(requirement.id, of.id, identityOf(report));
        if (!isShown(of, deviation)) continue;
        if (deviation === undefined) unrecorded.add(of.id);
        else if (isAlwaysShown([of.id, requirement.id], deviation))
          added(found, causeId(deviation)).push({ host, report, requirement, of, deviation });
      }
  }
  const ids = recordedCauses();
  const causes = ids.flatMap((id) => {
    const sightings = inOrder(found.get(id) ?? []);
    return sightings.length === 0
      ? []
      : [{ id, sightings, deviations: [...new Set(sightings.map(({ deviation }) => deviation))] }];
  });
  return { causes, unseen: ids.filter((id) => !found.has(id)), unrecorded: [...unrecorded] };
}

/** An open requirement is only recorded, also where the result depends on chance. */
const isShown = ({ verdict }: CaseReport, deviation: Deviation | undefined): boolean =>
  verdict === 'violates' || verdict === 'deviates' || (verdict === 'recorded' && deviation?.varies === true);

/** Cases that show it by chance would make each run write something else. */
const isAlwaysShown = (ids: readonly string[], deviation: Deviation): boolean =>
  deviation.of.some((one) => ids.some((id) => names(one, id)));

function added<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Findings are only about real hosts. */
const identityOf = ({ target }: RunReport): Identity => {
  const engine = target.engine === 'njs' || target.engine === 'qjs' ? target.engine : 'unknown';
  return { runtimeVersion: parseVersion(target.runtimeVersion) ?? '0.0.0', engine, implementation: 'njs' };
};

/** Sorting is stable, so that hosts keep their order. */
const inOrder = (sightings: readonly ObservedViolation[]): readonly ObservedViolation[] => {
  const hosts = [...new Set(sightings.map(({ host }) => host))];
  const entries = recordedDeviations('nginx').map(({ observed }) => observed);
  return [...sightings].sort(
    (a, b) =>
      Number(b.host.isNewest) - Number(a.host.isNewest) ||
      byKind(kindOf(a.of, a.deviation), kindOf(b.of, b.deviation)) ||
      hosts.indexOf(a.host) - hosts.indexOf(b.host) ||
      sizeOf(a.of) - sizeOf(b.of) ||
      entries.indexOf(a.deviation.observed) - entries.indexOf(b.deviation.observed),
  );
};

/** Not of what was observed: wrong bytes of memory differ from run to run. */
const sizeOf = ({ counterexample = '' }: CaseReport): number => counterexample.length;
