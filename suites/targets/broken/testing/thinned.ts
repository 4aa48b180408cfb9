/** A smaller suite for stand-ins whose faults many cases see. */
import { type GeneratedCase, type GeneratedObject, type GeneratedRequirement, keptOf } from '../../../language/case.js';

type RequirementFilter = (requirement: GeneratedRequirement) => boolean;

/**
 * Some cases of each requirement, spread over all of them: at most so many of each kind of trial. No requirement and no kind of trial is
 * left out, so that wrong blame is still found. Those in `whole` keep all their cases.
 */
export const thinned = (
  objects: readonly GeneratedObject[],
  most: number,
  whole: RequirementFilter = () => false,
): readonly GeneratedObject[] =>
  objects.map((object) => ({
    ...object,
    requirements: object.requirements.map((one) => (whole(one) ? one : { ...one, cases: spread(one.cases, most) })),
  }));

/** Only these requirements, with all their cases. */
export const only = (objects: readonly GeneratedObject[], wanted: RequirementFilter): readonly GeneratedObject[] =>
  keptOf(objects, (_, requirement) => wanted(requirement));

function spread(cases: readonly GeneratedCase[], most: number): readonly GeneratedCase[] {
  const byKind = new Map<string, GeneratedCase[]>();
  for (const one of cases) {
    const { kind } = one.body();
    byKind.set(kind, byKind.get(kind) ?? []);
    byKind.get(kind)?.push(one);
  }
  const kept = new Set([...byKind.values()].flatMap((alike) => firstOfSteps(alike, Math.max(1, alike.length / most))));
  return cases.filter((one) => kept.has(one));
}

function firstOfSteps(cases: readonly GeneratedCase[], step: number): readonly GeneratedCase[] {
  return cases.filter((_, i) => i === 0 || Math.floor(i / step) > Math.floor((i - 1) / step));
}
