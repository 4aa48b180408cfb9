import type { Scope } from '../../spec/types/requirement.js';
import type { GeneratedRequirement } from '../language/case.js';
import { MODULES } from '../language/generated/names.js';
import type { Setup, SetupDirective } from '../language/setup.js';
import { atLeast } from '../language/versions.js';
import { type Identity, isRuntime } from './target.js';

/** Why something does not apply to a target of this identity, in words; `undefined` if it does. */
export function inapplicable({ since, until, engines }: Scope, identity: Identity): string | undefined {
  // No requirement about the server-management API depends on a version of it.
  if (!isRuntime(identity)) return undefined;
  const { runtimeVersion, engine } = identity;
  if (since !== undefined && !atLeast(runtimeVersion, since)) return `since ${since}; the target is ${runtimeVersion}`;
  if (until !== undefined && atLeast(runtimeVersion, until)) return `until ${until}; the target is ${runtimeVersion}`;
  if (engines !== undefined && !engines.some((one) => one === engine))
    return `for ${engines.join(', ')}; the target is ${engine}`;
  return undefined;
}

/** Why a host of this identity cannot have a setup, in words: 2/versioning/0-5-3 dates the variables of `js_var`. */
export const inapplicableSetup = (setup: Setup, identity: Identity): string | undefined =>
  setup.some(declaresVariable) ? inapplicable({ since: '0.5.3' }, identity) : undefined;

const declaresVariable = ({ name, block = [] }: SetupDirective): boolean =>
  name === 'js_var' || block.some(declaresVariable);

/** The module that the whole requirement is about and that the target does not import, in words. Its cases need not be tried. */
export function lackingOf({ rows }: Pick<GeneratedRequirement, 'rows'>, identity: Identity): string | undefined {
  if (!isRuntime(identity) || identity.refused === undefined || rows.length === 0) return undefined;
  const lacking = MODULES.find(
    ({ name, section }) => identity.refused?.has(name) === true && rows.every((row) => row.startsWith(section)),
  );
  return lacking === undefined ? undefined : `the module ${lacking.name} cannot be imported`;
}
