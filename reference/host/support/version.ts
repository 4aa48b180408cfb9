/** The newest runtime version in the documents. */
export const newestRuntime = '0.9.9';

/** The host version in the documents' example. */
export const hostVersion = '1.25.0';

/** The text of `Server` headers and of built-in pages. */
export const serverName = `srvspec/${hostVersion}`;

/** One byte for each part (3/rt/rt-version-number). */
export function runtimeVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 256 + part, 0);
}

/** Whether a runtime of `version` has a feature of another version. */
export function isVersionSince(version: string, since: string): boolean {
  return runtimeVersionNumber(version) >= runtimeVersionNumber(since);
}

/** Why the reference cannot be a runtime of this version; `undefined` if it can. */
export function versionComplaint(version: string): string | undefined {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){2}$/.test(version) || numbers(version).some((part) => part > 255))
    return `a runtime version has the form 0.8.4, not ${version}`;
  if (isVersionSince(newestRuntime, version)) return undefined;
  return `the documents know runtimes up to ${newestRuntime}, not ${version}`;
}

/** Three digits for each part: 1.25.0 is 1025000 (2/host-global-object-srv/srv-version-number). */
export function hostVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 1000 + part, 0);
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
