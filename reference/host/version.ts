/** The runtime version that the documents were written up to. */
export const runtimeVersion = '0.9.9';

/** The host version that the documents give as their example. */
export const hostVersion = '1.25.0';

/** What stands in `Server` headers and on built-in pages. */
export const serverName = `srvspec/${hostVersion}`;

/** One byte a part (3/rt/rt-version-number). */
export function runtimeVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 256 + part, 0);
}

/** Three digits a part: 1.25.0 is 1025000 (2/host-global-object-srv/srv-version-number). */
export function hostVersionNumber(version: string): number {
  return numbers(version).reduce((total, part) => total * 1000 + part, 0);
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
