/** Every command of every page is run, as far as it can be: with few cases, and with stand-ins for what a machine may not have. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { DOCUMENTS } from '../../generators/testing/documents.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { type RunningProcess, startProcess } from '../targets/support/process.js';
import { checkArguments } from './arguments.js';
import { ALL_COMMANDS } from './commands.js';
import { commandAt } from './finding.js';
import { commandsOf, hasPlaceholder, type PageCommand, pageText } from './testing/page-commands.js';
import { ended, folderFor, MAIN, OUTSIDE_CI, type ProgramResult, srvspecWith } from './testing/program.js';

const PAGES = [
  'README.md',
  'suites/README.md',
  'suites/cli/README.md',
  'suites/targets/cli/README.md',
  'suites/targets/api/README.md',
  'suites/targets/client/README.md',
  'reference/README.md',
  'reports/README.md',
  'spec/README.md',
  'generators/README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
] as const;

const NGINX = join(PACKAGE_ROOT, 'dist/reference/programs/nginx-main.js');

/** Commands that are not run, by their beginnings, and why. */
const UNRUN: readonly (readonly [beginning: string, reason: string])[] = [
  ['npm start', 'it runs the suite for a minute; its parts are run here'],
  ['npm test', 'it is what runs this'],
  ['SRVSPEC_SHARE=2/4 npm test', 'it is what runs this'],
  ['npm run hosts', 'it unpacks three releases of Debian as root'],
  ['npm run runtimes', 'it downloads three runtimes'],
  ['npm run site', 'it runs the suite on every host'],
  ['npm run findings', 'it runs the suite on every host'],
  ['npm run traffic', 'it needs the host of a release of Debian, and minutes'],
  ['npm run scenarios', 'it needs the host of a release of Debian, and minutes'],
  ['npm run mutate', 'it takes hours'],
  ['npm run soak', 'it takes minutes'],
  ['npm run bench', 'it takes minutes'],
  ['npm run cover', 'it runs all tests'],
  ['npm run build', 'nothing is built while tests read what was built'],
  ['npm run -s build', 'nothing is built while tests read what was built'],
  ['npm run -s structure', 'it is a test of its own'],
  ['npm run lint', 'CI runs it as a step of its own'],
  ['npm run format', 'it writes sources'],
  ['npx tape FILE', 'the name of a command'],
  ['npx tape dist/suites/inside/probe-language.test.js', 'it is a test of its own'],
  ['SRVSPEC_ROUNDS=200 node', 'it takes minutes; the test runs with fewer rounds'],
  ['.ci/', 'it runs all tests, and this with them'],
  ['export SRVSPEC_CLIENT_ID=', 'the account of the reader'],
  ['node dist/suites/cli/main.js', 'what S is short for'],
  ['S ', 'contributing.test.ts runs it in a copy of the project'],
  ['npx srvspec generate --check', 'CI runs it as a step of its own'],
];

/** Cases of every kind of target, so that each run has a few. */
const ONLY = '{base64.exist,api-client-requests.list-apps,api-endpoints.fields}';

/** What a machine may not have, or what belongs to the reader, and what takes its place. */
const instead = (folder: string, { url }: Pick<Services, 'url'>): readonly (readonly [string, string])[] => [
  ['https://api.example.com/v1', url],
  ['/opt/nginx/sbin/nginx', NGINX],
  ['/opt/nginx/modules', join(folder, 'modules')],
  ['nginx:npx srvspec-nginx', `nginx:${NGINX}`],
  ['/srv/site', join(folder, 'site')],
  ['../documents', DOCUMENTS],
  ['.hosts/', join(PACKAGE_ROOT, '.hosts/')],
  ['suites/', join(PACKAGE_ROOT, 'suites/')],
  ['my-adapter.mjs', join(PACKAGE_ROOT, 'suites/targets/adapter/examples/node.mjs')],
];

/** Words that need what only some machines have. */
const NEEDS: readonly (readonly [word: string, path: string])[] = [
  ['.hosts/trixie', join(PACKAGE_ROOT, '.hosts/trixie')],
  ['../documents', DOCUMENTS],
  ['cli:bun', join(PACKAGE_ROOT, '.runtimes')],
  ['client:sh suites/targets/client/curl-client.sh', '/usr/bin/curl'],
];

/** Commands that end with another status than 0, and why. */
const STATUSES: { readonly [text: string]: number } = {
  // The stand-in is right, so that there is no fault to show.
  'npx srvspec replay base64.atob.decodes/foo --target nginx --write fault': 1,
};

/** Programs of this name that are found in PATH, as shell scripts. */
const STAND_INS: { readonly [name: string]: string } = {
  srvspec: `exec '${process.execPath}' '${MAIN}' "$@"`,
  njs: `exec '${process.execPath}' '${MAIN}' exec "$@"`,
  myjs: `case $1 in --*) shift ;; esac; exec '${process.execPath}' '${MAIN}' exec --srv host --rt engine "$@"`,
};

const CONFIGURATION = `pid nginx.pid; error_log stderr; events {}
http { access_log off; server { listen 127.0.0.1:0; location / { return 200; } } }\n`;

/** As its page shows it. */
const [, SHIM = ''] = /```js\n([\s\S]*?)```/.exec(pageText('suites/targets/cli/README.md')) ?? [];
const [, OWN_CASES = ''] = /```yaml\n([\s\S]*?)```/.exec(pageText('suites/README.md')) ?? [];

/** A folder of the commands' own with the files that they read. */
async function workplace(t: Test, reports: string): Promise<string> {
  const folder = folderFor(t);
  for (const name of readdirSync(reports)) copyFileSync(join(reports, name), join(folder, name));
  for (const place of ['bin', 'modules', 'site', 'site/logs']) mkdirSync(join(folder, place));
  for (const name of ['http', 'stream']) writeFileSync(join(folder, `modules/ngx_${name}_js_module.so`), '');
  for (const place of ['.', 'site']) writeFileSync(join(folder, place, 'nginx.conf'), CONFIGURATION);
  writeFileSync(join(folder, 'script.js'), 'console.log(rt.version);\n');
  writeFileSync(join(folder, 'shim.mjs'), SHIM);
  writeFileSync(join(folder, 'links.yaml'), OWN_CASES);
  writeFileSync(join(folder, 'mine.yaml'), 'deviations: []\n');
  symlinkSync(NGINX, join(folder, 'bin/nginx'));
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return folder;
}

/** The reports that pages compare and merge. */
async function reportsFor(t: Test): Promise<string> {
  const folder = folderFor(t);
  const wholes = ['old.json', 'new.json', 'baseline.json'];
  const shards = [1, 2, 3].map((shard) => ['--shard', `${shard}/3`, '--report', `json=${folder}/${shard}.json`]);
  for (const args of [wholes.flatMap((name) => ['--report', `json=${folder}/${name}`]), ...shards])
    t.equal((await srvspecWith(OUTSIDE_CI, 'run', '--only', 'base64.exist', ...args)).status, 0, args.join(' '));
  return folder;
}

/** Servers that commands of a page started, and the environment that belongs to them. */
interface Services {
  url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly running: RunningProcess[];
}

/** Starts a command that goes on until it is ended; gives what it printed once it listens. */
async function startServer(words: readonly string[], services: Services, cwd: string): Promise<string> {
  let printed = '';
  let listens = (): void => undefined;
  const listening = new Promise<void>((resolve) => {
    listens = resolve;
  });
  const onOutput = (_: string, piece: Buffer): void => {
    printed += piece.toString();
    if (/listening on|"url"/.test(printed)) listens();
  };
  const server = await startProcess([process.execPath, MAIN, ...words], { cwd, env: services.env, onOutput });
  services.running.push(server);
  await Promise.race([listening, server.exited]);
  return printed;
}

/** A service for the targets `api:URL` of a page, with its account in the environment. */
async function startService(services: Services, folder: string): Promise<void> {
  const words = ['api', 'serve', '--credentials', join(folder, 'account.json')];
  services.url = JSON.parse(await startServer(words, services, folder)).url;
  takeAccount(services, join(folder, 'account.json'));
}

function takeAccount({ env }: Services, file: string): void {
  const { clientId, apiKey } = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(env, { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey });
}

type Ended = Pick<ProgramResult, 'status' | 'text'>;

/** What became of a command of a page. */
async function ran(words: readonly string[], services: Services, folder: string): Promise<Ended> {
  const [program = '', ...args] = words;
  if (program === 'srvspec-nginx') return hosted([NGINX, ...args], services, folder);
  if (args[0] === 'serve' && !args.includes('-t') && !args.includes('-s')) {
    const text = await startServer(args, services, folder);
    return { status: /listening on/.test(text) ? 0 : -1, text };
  }
  if (args[0] === 'api' && args[1] === 'serve') {
    for (const name of ['SRVSPEC_CLIENT_ID', 'SRVSPEC_API_KEY']) delete services.env[name];
    const text = await startServer(args, services, folder);
    if (!text.startsWith('{')) return { status: -1, text };
    Object.assign(services.env, { SRVSPEC_BASE_URL: JSON.parse(text).url });
    takeAccount(services, join(folder, 'key.json'));
    return { status: 0, text };
  }
  const at = args.indexOf('>');
  const { status, stdout, text } = await srvspecWith(services.env, ...(at < 0 ? args : args.slice(0, at)));
  if (at >= 0) writeFileSync(args[at + 1] ?? '', stdout);
  if (args[1] === 'new-key') Object.assign(services.env, { SRVSPEC_API_KEY: stdout.trim() });
  return { status, text };
}

/** Starts a host in the background and ends it. */
async function hosted(argv: readonly string[], { env }: Services, cwd: string): Promise<Ended> {
  const started = await ended(argv, { cwd, env });
  await ended([...argv, '-s', 'quit'], { cwd, env });
  return started;
}

/** The command as it is run here. */
function asRun({ words }: PageCommand, folder: string, services: Services): readonly string[] {
  const named = words[0] === 'npx' ? words.slice(1) : words;
  const pairs = instead(folder, services);
  const placed = named.flatMap((word) => {
    if (word === '*.json') return readdirSync(folder).filter((name) => /^(old|new|\d)\.json$/.test(name));
    return [pairs.reduce((text, [before, after]) => text.replace(before, after), word)];
  });
  const isJudging = placed[1] === 'run' || (placed[1] === 'compare' && placed.includes('--target'));
  return isJudging && !placed.includes('--only') ? [...placed, '--only', ONLY] : placed;
}

/** Options and operands are those that the command has; `undefined` if so. */
async function misspelt({ words }: PageCommand): Promise<string | undefined> {
  const behind = words.slice(words[0] === 'npx' ? 2 : 1);
  if (behind.length === 0) return undefined;
  const end = behind.findIndex((word) => word === '>' || word === '&&');
  const found = commandAt(ALL_COMMANDS, end < 0 ? behind : behind.slice(0, end));
  if (found === undefined) return 'there is no such command';
  // Not what a usage line may leave out.
  const args = found.args.filter((word) => !/^\[|\]…?$/.test(word)).map((word) => (word === '…' ? 'x' : word));
  try {
    checkArguments(found.name, await found.declared(), args);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isOurs = ({ words }: PageCommand): boolean =>
  /^srvspec(-nginx)?$/.test(words[0] === 'npx' ? (words[1] ?? '') : (words[0] ?? ''));

/** The packages' scripts that commands name. */
const scriptOf = ({ text }: PageCommand): string | undefined => /\bnpm (?:run (?:-s )?)?([\w:-]+)/.exec(text)?.[1];

test('each command of a page can be run: programs, scripts and options are there', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  for (const page of PAGES)
    for (const command of commandsOf(page)) {
      const script = scriptOf(command);
      if (script !== undefined) t.ok(script in scripts, `${page}: ${command.text}`);
      const isKnown = isOurs(command) || UNRUN.some(([beginning]) => command.text.startsWith(beginning));
      t.ok(isKnown, `${page}: ${command.text} is run, or a reason says why it is not`);
      if (isOurs(command) && command.words[1] !== 'srvspec-nginx')
        t.equal(await misspelt(command), undefined, `${page}: ${command.text}`);
    }
  const texts = PAGES.flatMap((page) => commandsOf(page).map(({ text }) => text));
  const idle = UNRUN.filter(([beginning]) => !texts.some((text) => text.startsWith(beginning)));
  t.deepEqual(idle, [], 'each reason is for a command of a page');
});

/** What a sentence or a usage line names without `npx` is no command to be run. */
const isRun = (command: PageCommand): boolean =>
  command.words[0] === 'npx' &&
  command.words.length > 2 &&
  isOurs(command) &&
  !hasPlaceholder(command) &&
  !UNRUN.some(([beginning]) => command.text.startsWith(beginning)) &&
  NEEDS.every(([word, path]) => !command.words.some((one) => one === word) || existsSync(path));

/** Commands of several pages are run once, except for those that others of their page build on. */
const isRepeated = (text: string, before: ReadonlySet<string>): boolean =>
  before.has(text) && !/ (serve|run --target nginx --details)/.test(text);

test('each command of a page does what it should', { skip: !isTaken('commands of pages') }, async (t) => {
  const reports = await reportsFor(t);
  const before = new Set<string>();
  const home = process.cwd();
  t.teardown(() => process.chdir(home));
  for (const page of PAGES) {
    const commands = commandsOf(page).filter(isRun);
    if (commands.length === 0) continue;
    const folder = await workplace(t, reports);
    process.chdir(folder);
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
    const services: Services = { url: '', env: { ...OUTSIDE_CI, PATH, XDG_CACHE_HOME: folder }, running: [] };
    t.teardown(() => Promise.all(services.running.map((server) => server.end())));
    if (commands.some(({ text }) => text.includes('api:https:'))) await startService(services, folder);
    for (const command of commands) {
      if (isRepeated(command.text, before)) continue;
      before.add(command.text);
      const { status, text } = await ran(asRun(command, folder, services), services, folder);
      const right = STATUSES[command.text] ?? 0;
      t.equal(status, right, `${page}: ${command.text}${status === right ? '' : `\n${text}`}`);
    }
    await Promise.all(services.running.map((server) => server.end()));
  }
});
