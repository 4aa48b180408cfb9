/** Targets that are wrong, of all kinds, each with cases that it may get wrong and with what runs a written folder by hand. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { Subject } from '../../../spec/types/requirement.js';
import { objects } from '../../cases/generated/index.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { recordedDeviations } from '../../executor/deviations/files.js';
import { identify } from '../../executor/identify.js';
import { DEFAULT_DEADLINES } from '../../executor/sessions.js';
import type { Target } from '../../executor/target.js';
import { type FindingHost, findingHosts } from '../../findings/hosts.js';
import type { GeneratedCase } from '../../language/case.js';
import { WAYS, wrongPrograms } from '../../targets/broken/programs.js';
import { startWrongServer } from '../../targets/broken/proxy.js';
import { VIOLATED } from '../../targets/broken/violated.js';
import { FAULTS, isFault } from '../../targets/broken/wrong-servers.js';
import { cliTarget } from '../../targets/cli/cli.js';
import { nginxTarget } from '../../targets/nginx/nginx.js';
import { startReferenceApi } from '../../targets/reference/api.js';
import { complaintOfVersion } from '../../targets/reference/reference.js';

/** Environment of `run.sh`. */
export type Running = { readonly [name: string]: string };

export interface Suspect {
  readonly name: string;
  /** Arguments of `replay` that name it. */
  readonly options: readonly string[];
  readonly env: Running;
  /** Cases by family. */
  readonly families: readonly (readonly GeneratedCase[])[];
  readonly capabilities: Target['capabilities'];
  /** How `run.sh` is told to run the suspect, where it does not know it by itself, and a right one in its place. */
  readonly wrong: Running;
  readonly right: Running;
  stop(): Promise<void>;
}

export const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
const program = (command: string): string => `${process.execPath} ${MAIN} ${command}`;
const nothing = async (): Promise<void> => undefined;

/** Cases of a subject that must hold, by the object that they are about. */
async function familiesOf(
  subject: Subject,
  keep: (requirement: string, id: string) => boolean,
): Promise<GeneratedCase[][]> {
  const families = await Promise.all(
    objects
      .filter((one) => one.subject === subject)
      .map(async ({ load }) =>
        (await load()).requirements
          .filter(({ strength }) => strength === 'must')
          .flatMap(({ id, cases }) => cases.filter((one) => keep(id, one.id))),
      ),
  );
  return families.filter(({ length }) => length > 0);
}

/** What a wrong runtime calls the two globals: no name of a real one. */
const BINDINGS = { srv: 'host', rt: 'acme' };
const NAMES = `--srv ${BINDINGS.srv} --rt ${BINDINGS.rt}`;

/** Wrong runtimes, each as a command line and as a server. */
export async function wrongRuntimes(folder: string): Promise<Suspect[]> {
  const families = await familiesOf('runtime', () => true);
  const bind = ['--bind', `srv=${BINDINGS.srv},rt=${BINDINGS.rt}`];
  const right = { exec: program('exec'), serve: program('serve') };
  const all = WAYS.map(async (way): Promise<Suspect[]> => {
    const own = join(folder, way.replace(' ', '-'));
    await mkdir(own, { recursive: true });
    const { exec, serve } = await wrongPrograms(own, way, right, BINDINGS);
    const common = { env: {}, families, wrong: {}, stop: nothing };
    const cli = {
      capabilities: cliTarget({ command: exec }).capabilities,
      right: { RUNTIME: `${right.exec} ${NAMES}` },
    };
    const server = { capabilities: nginxTarget({}).capabilities, right: { SERVER: `${right.serve} ${NAMES}` } };
    return [
      { ...common, ...cli, name: `a command line that ${way}`, options: ['--target', `cli:${exec}`, ...bind] },
      { ...common, ...server, name: `a server that ${way}`, options: ['--target', `nginx:${serve}`, ...bind] },
    ];
  });
  return (await Promise.all(all)).flat();
}

/** The real hosts that are unpacked here, with the cases that they are known to get wrong. */
export const realHosts = (): Promise<Suspect[]> => Promise.all(findingHosts(PACKAGE_ROOT).map(realHost));

async function realHost({ key, target, options, setting }: FindingHost): Promise<Suspect> {
  const { runtime } = target.drivers;
  if (runtime === undefined) throw new Error(`${key} is no runtime`);
  const identity = await identify({ ...target, drivers: { runtime } }, DEFAULT_DEADLINES.single);
  const list = new DeviationList(target.kind, recordedDeviations(target.kind));
  const known = complaintOfVersion(identity.runtimeVersion) === undefined;
  const version = known ? `--runtime-version ${identity.runtimeVersion}` : '';
  return {
    name: key,
    options,
    env: {},
    capabilities: target.capabilities,
    families: await familiesOf('runtime', (requirement, id) => list.find(requirement, id, identity) !== undefined),
    wrong: (await setting()).environment,
    right:
      target.kind === 'cli' ? { NJS: `${program('exec')} ${version}` } : { NGINX: `${program('serve')} ${version}` },
    stop: nothing,
  };
}

/** Services that are wrong in one way, each before a service of its own. */
export const wrongServices = (): Promise<Suspect[]> =>
  Promise.all(
    Object.keys(FAULTS)
      .filter(isFault)
      .map(async (name) => {
        const violated = VIOLATED[name];
        const service = await startReferenceApi();
        const { url, clientId, apiKey: revokedApiKey } = service;
        const apiKey = await service.rotate();
        const wrong = await startWrongServer(FAULTS[name], { url, clientId, apiKey, revokedApiKey });
        const env = { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey, SRVSPEC_REVOKED_API_KEY: revokedApiKey };
        return {
          name: `a service: ${name}`,
          options: ['--target', `api:${wrong.url}`, '--allow-writes'],
          env,
          capabilities: new Set(['write', 'revoked-key'] as const),
          families: await familiesOf('server', (requirement) => violated.includes(requirement)),
          wrong: { ...env, SRVSPEC_BASE_URL: wrong.url },
          right: { ...env, SRVSPEC_BASE_URL: url },
          stop: async () => {
            await wrong.stop();
            await service.stop();
          },
        };
      }),
  );

const RIGHT_CLIENT = program('api --json');

/** What a shell does for each operation of a wrong client; `client` is a right one. */
const CLIENTS: { readonly [name: string]: string } = {
  'does nothing and says success': 'exit 0',
  'does nothing and prints JSON': 'echo "{\\"data\\":[]}"',
  'says success of everything': 'client "$@"; exit 0',
  'prints its output in lower case': 'client "$@" | tr A-Z a-z',
  'prints the key': 'client "$@" && echo "$SRVSPEC_API_KEY" >&2',
  'has another key': 'SRVSPEC_API_KEY=x; export SRVSPEC_API_KEY; client "$@"',
  'asks everything twice': 'client "$@" > "$HOME/first"; client "$@"',
  'adds a letter to its last word': 'client "$@"x',
};

export async function wrongClients(folder: string): Promise<Suspect[]> {
  await mkdir(folder, { recursive: true });
  const families = await familiesOf('client', () => true);
  return Promise.all(
    Object.entries(CLIENTS).map(async ([name, text], i) => {
      const file = join(folder, `client-${i}.sh`);
      await writeFile(file, `client() { ${RIGHT_CLIENT} "$@"; }\n${text}\n`);
      const command = `sh ${file}`;
      return {
        name: `a client that ${name}`,
        options: ['--target', `client:${command}`],
        env: {},
        capabilities: new Set<never>(),
        families,
        wrong: { CLIENT: command },
        right: { CLIENT: RIGHT_CLIENT },
        stop: nothing,
      };
    }),
  );
}
