/** Requirements with their cases, in the form of the generated files. */
import type { Depth } from '../../spec/types/depth.js';
import type { Scope, Strength, Subject } from '../../spec/types/requirement.js';
import type { CaseBody } from './trial.js';

export interface GeneratedCase extends Scope {
  readonly id: string;
  /** The least depth that it belongs to; the default is `standard`. */
  readonly depth?: Depth;
  /** Applies the law to the data; called only if the case is run. */
  readonly body: () => CaseBody;
}

export interface GeneratedRequirement {
  readonly id: string;
  readonly says: string;
  readonly strength: Strength;
  readonly rows: readonly string[];
  readonly cases: readonly GeneratedCase[];
}

/** One generated file: one object or module of the documents. */
export interface GeneratedObject {
  readonly object: string;
  readonly title: string;
  readonly document: 1 | 2 | 3;
  readonly subject: Subject;
  readonly requirements: readonly GeneratedRequirement[];
  /** Words of a command line that names its cases; absent if they are those of the suite. */
  readonly options?: readonly string[];
}

export type KeepCase = (one: GeneratedCase, requirement: GeneratedRequirement) => boolean;

/** The objects with only the cases to keep. Nothing is left without cases. */
export const keptOf = (objects: readonly GeneratedObject[], keep: KeepCase): GeneratedObject[] =>
  objects.flatMap((object) => {
    const requirements = object.requirements.flatMap((requirement) => {
      const cases = requirement.cases.filter((one) => keep(one, requirement));
      return cases.length === 0 ? [] : [{ ...requirement, cases }];
    });
    return requirements.length === 0 ? [] : [{ ...object, requirements }];
  });

/** The properties of a generated file that are known before it is loaded with its laws. */
export interface LoadableObject extends Pick<GeneratedObject, 'object' | 'document' | 'subject'> {
  /** The first parts of the ids of its requirements, before the first dot. */
  readonly names: readonly string[];
  readonly load: () => Promise<GeneratedObject>;
}
