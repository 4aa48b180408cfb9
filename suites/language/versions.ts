import type { Version } from '../../spec/types/requirement.js';

/** Orders two `major.minor.patch` versions: negative, zero or positive. */
export function compareVersions(a: Version, b: Version): number {
  const right = b.split('.').map(Number);
  return a
    .split('.')
    .map(Number)
    .reduce((order, part, i) => (order !== 0 ? order : part - (right[i] ?? 0)), 0);
}

export const atLeast = (version: Version, since: Version): boolean => compareVersions(version, since) >= 0;

/** Parses a version that a target reports; `undefined` if it is not a version. */
export function parseVersion(text: string): Version | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(text);
  return parts === null ? undefined : `${Number(parts[1])}.${Number(parts[2])}.${Number(parts[3])}`;
}
