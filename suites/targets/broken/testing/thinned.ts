/** A smaller suite for stand-ins that are wrong in what many cases see. */
import type { GeneratedCase, GeneratedObject, GeneratedRequirement } from '../../../language/case.js';

type Wanted = (requirement: GeneratedRequirement) => boolean;

/**
 * Some cases of each requirement, spread over all of them: at most so many of each kind of trial. No requirement and no kind of
 * trial is left out, so that whoever must not be blamed is asked still. Those in `whole` keep all their cases.
 */
export const thinned = (
  objects: readonly GeneratedObject[],
  most: number,
  whole: Wanted = () => false,
): readonly GeneratedObject[] =>
  changed(objects, (all) => all.map((one) => (whole(one) ? one : { ...one, cases: spread(one.cases, most) })));

/** These requirements alone, with all their cases. */
export const only = (objects: readonly GeneratedObject[], wanted: Wanted): readonly GeneratedObject[] =>
  changed(objects, (all) => all.filter(wanted));

const changed = (
  objects: readonly GeneratedObject[],
  change: (requirements: readonly GeneratedRequirement[]) => readonly GeneratedRequirement[],
): readonly GeneratedObject[] => objects.map((object) => ({ ...object, requirements: change(object.requirements) }));

function spread(cases: readonly GeneratedCase[], most: number): readonly GeneratedCase[] {
  const kinds = cases.map(({ body }) => body().kind);
  return cases.filter((_, i) => {
    const alike = kinds.filter((kind) => kind === kinds[i]).length;
    const before = kinds.slice(0, i).filter((kind) => kind === kinds[i]).length;
    const step = Math.max(1, alike / most);
    // The first of each step.
    return before === 0 || Math.floor(before / step) > Math.floor((before - 1) / step);
  });
}
