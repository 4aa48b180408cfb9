/** State that all parts of the declarations share. */

import type { MemberFile } from '../../../spec/types/member.js';
import type { Version } from '../../../spec/types/requirement.js';
import type { DeclarationScope, Declarations } from './objects.js';
import type { DeclarationSource } from './source.js';
import type { DeclaredNames, TypePlace } from './types.js';

export class DeclarationWriter {
  readonly source: DeclarationSource;
  readonly declared: Declarations;
  readonly version: Version;
  readonly names: DeclaredNames;

  constructor(source: DeclarationSource, declared: Declarations, version: Version, names: DeclaredNames) {
    this.source = source;
    this.declared = declared;
    this.version = version;
    this.names = names;
  }

  /** The place of a declaration of a file in a scope. */
  placeOf({ scope, file }: { readonly scope: DeclarationScope; readonly file: MemberFile }): TypePlace {
    const { declared, version, names } = this;
    return { declared, version, names, scope, file };
  }
}
