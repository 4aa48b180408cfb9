/**
 * Scripts that were written by hand. `scripts/ANCHOR.md` has the script of a cause. For a server it may have directives of its `server`
 * block, and requests. The response to the last request is examined.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findingAnchor } from '../../reports/finding-anchor.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { type HostIdentity, isRuntime } from '../executor/target.js';
import { MODULE_FILE, PORT } from '../reproducers/configuration.js';
import type { RequestCommand } from '../reproducers/requests.js';
import { commandRun, serverRun } from '../reproducers/run-script.js';
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
export interface WrittenResults {
  readonly script: WrittenScript;
  readonly configuration: string;
  readonly actual: string;
  readonly expected: string;
}

/** A script does not show its fault. */
export class ScriptFails extends Error {}

const DEFAULT_LOCATION = 'location / {\n  js_content main.content;\n}';
export const USUAL_REQUEST = `curl -s http://127.0.0.1:${PORT}/`;

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
    return seen.toString();
  };
  const actual = [await seenIn(program.environment), await seenIn(program.environment)];
  const like = referenceLike(identity).identity;
  const expected = await seenIn(referenceEnvironment(program, isRuntime(like) ? like.runtimeVersion : undefined));
  if (actual.includes(expected)) throw new ScriptFails(`its script shows the same on the reference: ${expected}`);
  return { script, configuration, actual: actual[1] ?? '', expected };
}

/** Scripts write files into their folder. */
async function tryInScratch(files: ReproducerFiles, environment: ProgramPaths): Promise<ScriptRun> {
  const folder = await scratchFolder();
  try {
    const { NJS } = environment;
    return await tryOnce(files, NJS === undefined ? environment : { ...environment, NJS: `env -C ${folder} ${NJS}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function filesOf(script: WrittenScript, program: HostProgram, configuration: string): ReproducerFiles {
  const parts = { program, ports: 1, isListed: false, anyError: false, varies: true, goesDown: false };
  const common = { 'actual.txt': '' };
  if (script.kind === 'cli')
    return {
      ...common,
      'script.js': script.source,
      'run.sh': commandRun({ ...parts, copied: ['script.js'], requests: [], look: { at: 'output' } }),
    };
  const requests = script.requests.map(requestOf);
  const look = { at: 'answer', request: requests.length } as const;
  return Object.assign(
    {
      ...common,
      [MODULE_FILE]: script.source,
      'nginx.conf': configuration,
      'run.sh': serverRun({ ...parts, copied: [MODULE_FILE], requests, look }),
    },
    ...requests.map(({ files }) => files),
  );
}

/** The part of a configuration that a reader needs, around the directives of a server. */
export const configurationOf = (engine: string | undefined, directives = DEFAULT_LOCATION): string =>
  [
    'http {',
    ...(engine === 'qjs' ? ['  js_engine qjs;'] : []),
    `  js_import main from ${MODULE_FILE};`,
    '  server {',
    `    listen 127.0.0.1:${PORT};`,
    ...directives.split('\n').map((line) => `    ${line}`),
    '  }',
    '}',
  ].join('\n');

/** With the settings that a run in a folder needs. */
const framed = (configuration: string): string =>
  [
    'load_module modules/ngx_http_js_module.so;',
    'daemon off;',
    'master_process off;',
    'pid nginx.pid;',
    'error_log error.log info;',
    'events {}',
    configuration.replace('http {', ['http {', '  access_log off;', ...TEMPORARY].join('\n')),
    '',
  ].join('\n');

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path temporary;`);

/** A line of curl, or of printf into nc for bytes that curl does not send. */
function requestOf(line: string, index: number): RequestCommand {
  const [program = '', ...args] = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
  if (program === 'curl') return { method: 'GET', files: {}, curl: args.filter((word) => word !== '-s') };
  const bytes = (args[0] ?? '').replaceAll('\\r', '\r').replaceAll('\\n', '\n');
  return { method: 'GET', files: { [`request-${index + 1}.bin`]: Buffer.from(bytes) } };
}
