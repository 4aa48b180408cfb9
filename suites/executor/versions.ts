import type { Scope, Version } from '../../spec/types/spec.js';
import type { Identity } from './target.js';

/** Orders two `major.minor.patch` versions: negative, zero or positive. */
export function compareVersions(a: Version, b: Version): number {
  const right = b.split('.').map(Number);
  return a
    .split('.')
    .map(Number)
    .reduce((order, part, i) => (order !== 0 ? order : part - (right[i] ?? 0)), 0);
}

export const atLeast = (version: Version, since: Version): boolean => compareVersions(version, since) >= 0;

/** Reads a version as a target reports it; `undefined` when it is none. */
export function parseVersion(text: string): Version | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(text);
  return parts === null ? undefined : `${Number(parts[1])}.${Number(parts[2])}.${Number(parts[3])}`;
}

/** Why something does not apply to a target of this identity, in words; `undefined` when it does. */
export function inapplicable(
  { since, until, engines }: Scope,
  { runtimeVersion, engine }: Identity,
): string | undefined {
  // No requirement about the server-management API depends on a version of it.
  if (runtimeVersion === 'v1') return undefined;
  if (since !== undefined && !atLeast(runtimeVersion, since)) return `since ${since}; the target is ${runtimeVersion}`;
  if (until !== undefined && atLeast(runtimeVersion, until)) return `until ${until}; the target is ${runtimeVersion}`;
  if (engines !== undefined && !engines.some((one) => one === engine))
    return `for ${engines.join(', ')}; the target is ${engine}`;
  return undefined;
}
