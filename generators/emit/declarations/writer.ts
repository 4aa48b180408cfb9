/** What all parts of the declarations are written with. */

import type { MemberFile } from '../../../spec/types/member.js';
import type { Version } from '../../../spec/types/requirement.js';
import type { Declarations, Scope } from './objects.js';
import type { DeclarationSource } from './source.js';
import type { Names, Place } from './types.js';

export class Writer {
  readonly source: DeclarationSource;
  readonly declared: Declarations;
  readonly version: Version;
  readonly names: Names;

  constructor(source: DeclarationSource, declared: Declarations, version: Version, names: Names) {
    this.source = source;
    this.declared = declared;
    this.version = version;
    this.names = names;
  }

  /** Where something of a file is written that is declared in a scope. */
  placeOf({ scope, file }: { readonly scope: Scope; readonly file: MemberFile }): Place {
    const { declared, version, names } = this;
    return { declared, version, names, scope, file };
  }
}
