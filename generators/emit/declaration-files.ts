/** The declarations for handlers as files of the build. */
import { DECLARATION_SOURCE, DECLARATIONS } from '../../spec/compiled/compiled.js';
import type { Spec } from '../../spec/types/specification.js';
import { DOCUMENTED_NAMES, declarationsText } from './declarations/declarations.js';
import { declarationSource } from './declarations/source.js';
import type { GeneratedFile } from './files.js';

/** Those of the newest version under the documents' names, and what the command `types` makes others of. */
export function declarationFiles(spec: Pick<Spec, 'members' | 'rows'>): GeneratedFile[] {
  const source = declarationSource(spec);
  return [
    { path: DECLARATIONS, text: declarationsText(source, { names: DOCUMENTED_NAMES, version: source.newest }) },
    { path: DECLARATION_SOURCE, text: `${JSON.stringify(source)}\n` },
  ];
}
