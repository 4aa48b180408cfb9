/** Hosts that are wrong, each with cases that it may get wrong and with what runs a written folder by hand. */
import { mkdir } from 'node:fs/promises';
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
import { cliTarget } from '../../targets/cli/cli.js';
import { nginxTarget } from '../../targets/nginx/nginx.js';
import { complaintOfVersion } from '../../targets/reference/reference.js';

/** Environment of `run.sh`. */
export type Running = { readonly [name: string]: string };

export interface Suspect {
  readonly name: string;
  /** Arguments of `replay` that name it. */
  readonly options: readonly string[];
  /** Cases by family. */
  readonly families: readonly (readonly GeneratedCase[])[];
  readonly capabilities: Target['capabilities'];
  /** How `run.sh` is told to run the suspect, where it does not know it by itself, and a right one in its place. */
  readonly wrong: Running;
  readonly right: Running;
}

export const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
const program = (command: string): string => `${process.execPath} ${MAIN} ${command}`;

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
    const common = { families, wrong: {} };
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
    capabilities: target.capabilities,
    families: await familiesOf('runtime', (requirement, id) => list.find(requirement, id, identity) !== undefined),
    wrong: (await setting()).environment,
    right:
      target.kind === 'cli' ? { NJS: `${program('exec')} ${version}` } : { NGINX: `${program('serve')} ${version}` },
  };
}
