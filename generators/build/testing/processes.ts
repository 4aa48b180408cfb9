/** Distributes test files to processes, and orders the processes. */

const cli = (...files: readonly string[]): readonly string[] => files.map((file) => `suites/cli/${file}`);
const nginx = (...parts: readonly string[]): readonly string[] => parts.map((part) => `reference/nginx/${part}`);

/** Tests of these folders and files change no state of their process, or restore it. */
const TOGETHER: readonly (readonly string[])[] = [
  ['generators'],
  ['spec'],
  ['reports'],
  ['suites/executor'],
  ['suites/inside', 'suites/language', 'suites/laws', 'suites/wire'],
  [
    ...cli('alternatives', 'arguments', 'circumstances', 'coverage', 'display', 'help', 'openapi', 'pages'),
    ...cli('progress', 'required', 'select', 'shard', 'types'),
  ],
  ['suites/targets/support/disk', 'suites/targets/support/host', 'suites/targets/support/secrets'],
  ['suites/bench', 'suites/findings', 'suites/targets/support/command-line', 'suites/targets/support/json'],
  ['suites/targets/api'],
  ['reference/host/built-ins', 'reference/host/support/settings', 'reference/host/zones'],
  ['reference/nginx/configuration', 'reference/nginx/core', 'reference/nginx/zones'],
  ['reference/exec/prompt'],
  ['reference/host/http', ...nginx('errors', 'http', 'logging', 'modules', 'proxy', 'rewrite', 'servers', 'static')],
  nginx('stream', 'tls', 'upstream', 'wire'),
  ['reference/host/script', 'reference/host/support/realms', 'reference/host/support/showing'],
  ['reference/host/scripting'],
  ['reference/api/client'],
  ['reference/api/server'],
];

/** The tests that take longest, so that the run does not end with a wait for them. */
const FIRST: readonly string[] = ['suites/targets/broken', 'suites/cli'];

/** The files of each process, in the order in which the processes start. */
export function processesOf(
  files: readonly string[],
  together: readonly (readonly string[])[] = TOGETHER,
  first: readonly string[] = FIRST,
): readonly (readonly string[])[] {
  const isIn = (places: readonly string[]) => (file: string) =>
    places.some((one) => file.startsWith(`${one}/`) || file === `${one}.test.js`);
  const shared = together.map((places) => files.filter(isIn(places))).filter(({ length }) => length > 0);
  const alone = files.filter((file) => !together.some((places) => isIn(places)(file)));
  const [early, late] = [alone.filter(isIn(first)), alone.filter((file) => !isIn(first)(file))];
  return [...early.map((file) => [file]), ...shared, ...late.map((file) => [file])];
}
