/** All files that come from the specification: what each build writes anew, and what is committed. */
import type { Spec } from '../../spec/types/spec.js';
import { planCases } from '../plan/plan.js';
import { caseFiles } from './cases.js';
import type { GeneratedFile } from './files.js';
import { idsFile, knownIds } from './ids.js';
import { manifestFile } from './manifest.js';

/** Throws `PlanningError` where no sound cases can be made of the specification. */
export function builtFiles(spec: Spec): {
  readonly built: readonly GeneratedFile[];
  readonly committed: readonly GeneratedFile[];
} {
  const planned = planCases(spec);
  return {
    built: [...caseFiles(planned), idsFile(knownIds(spec, planned))],
    committed: [manifestFile(planned)],
  };
}
