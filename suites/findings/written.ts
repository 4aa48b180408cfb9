/**
 * Scripts that were written by hand. `scripts/ANCHOR.md` has the script of a cause. For a server it may have directives of its `server`
 * block, or whole `http` and `stream` blocks, and requests. The response to the last request is examined, its first line with head -1, or
 * the log if grep reads it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findingAnchor } from '../../reports/finding-anchor.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { type HostIdentity, isRuntime } from '../executor/target.js';
import { MODULE_FILE, PORT } from '../reproducers/configuration.js';
import type { RequestCommand } from '../reproducers/requests.js';
import { commandRun, type EvidenceSource, serverRun } from '../reproducers/run-script.js';
import { type HostProgram, referenceEnvironment } from '../reproducers/setting.js';
import { type ProgramPaths, type ReproducerFiles, type ScriptRun, tryOnce } from '../reproducers/trying.js';
import { referenceLike } from '../targets/reference/reference.js';
import { scratchFolder } from '../targets/support/scratch.js';

const SCRIPTS = join(PACKAGE_ROOT, 'suites/findings/scripts');

/** The parts of a script file. */
export interface WrittenScript {
  readonly kind: HostProgram['kind'];
  readonly source: string;
  readonly configuration: string;
  readonly requests: readonly string[];
}

/** The results of a script on a host and on the reference. */
interface WrittenResults {
  readonly script: WrittenScript;
  readonly configuration: string;
  /** Absent if the two runs on the host differ. */
  readonly actual: string | undefined;
  readonly expected: string;
}

/** A script does not show its fault. */
export class ScriptFails extends Error {}

const DEFAULT_LOCATION = 'location / {\n  js_content main.content;\n}';
export const USUAL_REQUEST = `curl -s http://127.0.0.1:${PORT}/`;

/** The anchors of all causes with a script. */
export const writtenAnchors = (): readonly string[] => readdirSync(SCRIPTS).map((name) => name.replace(/\.md$/, ''));

/** The script of a cause, if there is one. A script with exports is for a server. */
export function writtenScript(cause: string): WrittenScript | undefined {
  const file = join(SCRIPTS, `${findingAnchor(cause)}.md`);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const part = (language: string): string | undefined =>
    new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'm').exec(text)?.[1];
  const source = part('js') ?? '';
  return {
    kind: /^export default /m.test(source) ? 'nginx' : 'cli',
    source,
    configuration: part('nginx') ?? DEFAULT_LOCATION,
    requests: (part('sh') ?? USUAL_REQUEST).split('\n'),
  };
}

/** Twice on the host and once on the reference. Rejects with `ScriptFails` if both give the same. */
export async function resultsOf(
  script: WrittenScript,
  program: HostProgram,
  identity: HostIdentity,
): Promise<WrittenResults> {
  const configuration = script.kind === 'cli' ? '' : configurationOf(identity.engine, script.configuration);
  const files = filesOf(script, program, framed(configuration));
  const seenIn = async (environment: ProgramPaths): Promise<string> => {
    const { seen, printed } = await tryInScratch(files, environment);
    if (seen === undefined) throw new ScriptFails(`its script cannot be run: ${printed.slice(0, 200)}`);
    const [line = ''] = seen.toString().split(/\r?\n/, 1);
    return readsFirstLine(script) ? line : seen.toString();
  };
  const [first, second] = [await seenIn(program.environment), await seenIn(program.environment)];
  const like = referenceLike(identity).identity;
  const expected = await seenIn(referenceEnvironment(program, isRuntime(like) ? like.runtimeVersion : undefined));
  if ([first, second].includes(expected))
    throw new ScriptFails(`its script shows the same on the reference: ${expected}`);
  return { script, configuration, actual: first === second ? first : undefined, expected };
}

/** Scripts write files into their folder. */
async function tryInScratch(files: ReproducerFiles, environment: ProgramPaths): Promise<ScriptRun> {
  const folder = await scratchFolder();
  try {
    const { NJS } = environment;
    const own = NJS === undefined ? environment : { ...environment, NJS: `env -C ${folder} ${NJS}` };
    return await tryOnce(files, own, portsIn(String(files['nginx.conf'])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function filesOf(script: WrittenScript, program: HostProgram, configuration: string): ReproducerFiles {
  const ports = portsIn(configuration);
  const parts = { program, ports, isListed: false, anyError: false, varies: true, goesDown: false };
  const common = { 'actual.txt': '' };
  if (script.kind === 'cli')
    return {
      ...common,
      'script.js': script.source,
      'run.sh': commandRun({ ...parts, isRefused: true, copied: ['script.js'], requests: [], look: { at: 'output' } }),
    };
  const requests = script.requests.filter((line) => !readsLog(line)).map(requestOf);
  return Object.assign(
    {
      ...common,
      [MODULE_FILE]: script.source,
      'nginx.conf': configuration,
      'run.sh': serverRun({ ...parts, copied: [MODULE_FILE], requests, look: lookOf(script) }),
    },
    ...requests.map(({ files }) => files),
  );
}

const portsIn = (configuration: string): number =>
  Math.max(1, new Set(configuration.match(new RegExp(`127\\.0\\.0\\.1:${PORT / 10}\\d`, 'g'))).size);

const readsFirstLine = ({ requests }: WrittenScript): boolean => requests.at(-1)?.endsWith(' | head -1') === true;

const readsLog = (line: string): boolean => line.startsWith('grep ');

/** A session of `stream` has no header before its data. */
function lookOf(script: WrittenScript): EvidenceSource {
  const { requests, configuration } = script;
  if (requests.some(readsLog)) return { at: 'log' };
  const isSession = requests.at(-1)?.startsWith('printf ') === true && /^stream \{$/m.test(configuration);
  return { at: isSession || readsFirstLine(script) ? 'response' : 'answer', request: requests.length };
}

/** The part of a configuration that a reader needs: the blocks themselves, or one around the directives of a server. */
export function configurationOf(engine: string | undefined, directives = DEFAULT_LOCATION): string {
  const blocks = BLOCK.test(directives)
    ? directives
    : ['http {', '  server {', `    listen 127.0.0.1:${PORT};`, directives.replace(/^/gm, '    '), '  }', '}'].join(
        '\n',
      );
  const script = [...(engine === 'qjs' ? ['  js_engine qjs;'] : []), `  js_import main from ${MODULE_FILE};`];
  return blocks.replace(new RegExp(BLOCK, 'gm'), (start) => [start, ...script].join('\n'));
}

const BLOCK = /^(http|stream) \{$/m;

/** With the settings that a run in a folder needs. */
const framed = (configuration: string): string =>
  [
    ...MODULES.filter(([, block]) => configuration.includes(block)).map(([name]) => `load_module modules/${name}.so;`),
    'daemon off;',
    'master_process off;',
    'pid nginx.pid;',
    'error_log error.log info;',
    'events {}',
    configuration.replace('http {', ['http {', '  access_log off;', ...TEMPORARY].join('\n')),
    '',
  ].join('\n');

/** Each with the block that needs it. */
const MODULES = [
  ['ngx_http_js_module', 'http {'],
  ['ngx_stream_module', 'stream {'],
  ['ngx_stream_js_module', 'stream {'],
] as const;

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path temporary;`);

/** A line of curl, or of printf into nc for bytes that curl does not send; `%40000s` is so many blanks. */
function requestOf(line: string, index: number): RequestCommand {
  const [program = '', ...args] = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
  if (program === 'curl') return { method: 'GET', files: {}, curl: args.filter((word) => word !== '-s') };
  const bytes = (args[0] ?? '')
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replace(/%(\d+)s/, (_, width: string) => ' '.repeat(Number(width)));
  return { method: 'GET', files: { [`request-${index + 1}.bin`]: Buffer.from(bytes) } };
}
