/** The declarations for handlers as files of the build. */
import { DECLARATION_SOURCE, DECLARATIONS } from '../../spec/compiled/compiled.js';
import type { Spec } from '../../spec/types/specification.js';
import { DOCUMENTED_NAMES, declarationsText } from './declarations/declarations.js';
import { declarationSource } from './declarations/source.js';
import type { GeneratedFile } from './files.js';

/** The declarations for the newest version with the documents' names, and the source from which the command `types` writes others. */
export function declarationFiles(spec: Pick<Spec, 'members' | 'rows'>): GeneratedFile[] {
  const source = declarationSource(spec);
  return [
    { path: DECLARATIONS, text: declarationsText(source, { names: DOCUMENTED_NAMES, version: source.newest }) },
    { path: DECLARATION_SOURCE, text: `${JSON.stringify(source)}\n` },
  ];
}
