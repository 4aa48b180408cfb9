/** All files that are generated from the specification: those that each build writes, and those that are committed. */
import { compiledText } from '../../spec/compiled/compile.js';
import { COMPILED_SPEC, OPENAPI_FILE } from '../../spec/compiled/compiled.js';
import { checkedSpec } from '../../spec/reading/check.js';
import { planCases } from '../plan/plan.js';
import { readSights } from '../plan/sights.js';
import { caseFiles } from './cases.js';
import { declarationFiles } from './declaration-files.js';

import { directivesFile } from './directives.js';
import type { GeneratedFile } from './files.js';
import { idsFile, knownIds } from './ids.js';
import { manifestFile } from './manifest.js';
import { openApiOf } from './openapi.js';
import { recordedFiles } from './recorded.js';
import { worldFiles } from './world.js';

/** The files for the specification below `root`. Throws `UserError`, and `PlanningError` if the specification has no valid cases. */
export function builtFiles(root: string): {
  readonly built: readonly GeneratedFile[];
  readonly committed: readonly GeneratedFile[];
} {
  const spec = checkedSpec(root);
  const planned = planCases(spec, readSights(root));
  return {
    built: [
      ...caseFiles(planned),
      idsFile(knownIds(spec, planned)),
      ...worldFiles([...spec.members.values()]),
      directivesFile([...spec.rows.values()]),
      { path: COMPILED_SPEC, text: compiledText(spec) },
      { path: OPENAPI_FILE, text: `${JSON.stringify(openApiOf(spec))}\n` },
      ...declarationFiles(spec),
      ...recordedFiles(),
    ],
    committed: [manifestFile(planned)],
  };
}
