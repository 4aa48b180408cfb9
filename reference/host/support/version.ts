/** The runtime version that the documents were written up to. */
export const newestRuntime = '0.9.9';

/** The host version that the documents give as their example. */
export const hostVersion = '1.25.0';

/** What stands in `Server` headers and on built-in pages. */
export const serverName = `srvspec/${hostVersion}`;

/** One byte a part (3/rt/rt-version-number). */
export function runtimeVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 256 + part, 0);
}

/** Whether a runtime of `version` has what is there since another version. */
export function isVersionSince(version: string, since: string): boolean {
  return runtimeVersionNumber(version) >= runtimeVersionNumber(since);
}

/** Why the reference cannot be a runtime of this version, in words; `undefined` where it can. */
export function versionComplaint(version: string): string | undefined {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){2}$/.test(version) || numbers(version).some((part) => part > 255))
    return `a runtime version has the form 0.8.4, not ${version}`;
  if (isVersionSince(newestRuntime, version)) return undefined;
  return `the documents know runtimes up to ${newestRuntime}, not ${version}`;
}

/** Three digits a part: 1.25.0 is 1025000 (2/host-global-object-srv/srv-version-number). */
export function hostVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 1000 + part, 0);
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
