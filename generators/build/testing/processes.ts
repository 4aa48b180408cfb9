/** Which test files share a process, and in which order processes start. */

/** Tests of these folders change nothing that a process has one of. */
const TOGETHER: readonly (readonly string[])[] = [
  ['generators'],
  ['spec'],
  ['reports'],
  ['suites/executor'],
  ['suites/inside', 'suites/language', 'suites/laws', 'suites/wire'],
  ['suites/targets/support/secrets'],
  ['suites/targets/api'],
  ['reference/host/built-ins', 'reference/host/configuration', 'reference/host/core', 'reference/host/zones'],
  ['reference/host/http', 'reference/host/stream'],
  ['reference/api/client'],
  ['reference/api/server'],
];

/** Which take longest, so that nothing is left to wait for when all others have ended. */
const FIRST: readonly string[] = ['suites/targets/broken', 'suites/cli'];

/** The files of each process, in the order in which they start. */
export function processesOf(
  files: readonly string[],
  together: readonly (readonly string[])[] = TOGETHER,
  first: readonly string[] = FIRST,
): readonly (readonly string[])[] {
  const isIn = (folders: readonly string[]) => (file: string) => folders.some((one) => file.startsWith(`${one}/`));
  const shared = together.map((folders) => files.filter(isIn(folders))).filter(({ length }) => length > 0);
  const alone = files.filter((file) => !together.some((folders) => isIn(folders)(file)));
  const [early, late] = [alone.filter(isIn(first)), alone.filter((file) => !isIn(first)(file))];
  return [...early.map((file) => [file]), ...shared, ...late.map((file) => [file])];
}
