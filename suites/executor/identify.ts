/** Identifies a target that does not declare its identity: a probe reads version and engine. */

import type { Plain } from '../../spec/types/requirement.js';
import { TargetDown } from '../language/failures.js';
import type { Observation } from '../language/observation.js';
import type { Probe } from '../language/trial.js';
import { parseVersion } from '../language/versions.js';
import { mergeSetups } from './merging.js';
import { type HostIdentity, type RuntimeTarget, type Session, SetupRefused, TargetUnavailable } from './target.js';

export const identityProbe: Probe<null> = (_input, t) => {
  const rt: { readonly version: string; readonly engine?: unknown } | undefined = t.rt;
  if (rt === undefined) return 'missing';
  return { version: rt.version, engine: `${rt.engine}`, kind: Object.prototype.toString.call(rt) };
};

/** The program of each kind of target in which njs runs. */
const NJS_PROGRAMS: { readonly [kind: string]: string } = { nginx: 'nginx', cli: 'njs' };

/** A runtime's name of its engine, and ours. A runtime without such a name is older than the second engine. */
const ENGINES: { readonly [name: string]: HostIdentity['engine'] } = { njs: 'njs', QuickJS: 'qjs' };

/** Rejects with `TargetUnavailable` if the target does not start or respond. */
export async function identify(target: RuntimeTarget, deadlineMs: number): Promise<HostIdentity> {
  if (target.identity !== undefined) return target.identity;
  const session = await started(target);
  try {
    const [observations] = await session.evaluate([{ probe: 0, inputs: [null] }], deadlineMs);
    const program = await target.program?.();
    const identity = withRequestedEngine(target, readIdentity(target, observations?.[0], program));
    const release = target.implementation === undefined ? undefined : await target.host?.();
    const refused = await target.refused?.();
    return { ...identity, ...(release && { release }), ...(refused && refused.size > 0 && { refused }) };
  } catch (error) {
    if (error instanceof TargetDown)
      throw new TargetUnavailable(`${target.name} did not respond: ${error.how}, ${beginningOf(error.message)}`);
    throw error;
  } finally {
    await session.stop();
  }
}

/** A host that predates the second engine does not know how to select one. */
async function started({ name, engine, drivers }: RuntimeTarget): Promise<Session> {
  try {
    return await drivers.runtime.start({ host: mergeSetups([]), probes: [identityProbe] });
  } catch (error) {
    if (!(error instanceof SetupRefused) || engine === undefined || !/"js_engine"/.test(error.hostError)) throw error;
    throw new TargetUnavailable(`${name} does not know js_engine: it has one engine, so leave out --engine ${engine}`);
  }
}

/** How much of the output of a target is shown. */
const SHOWN = { lines: 3, characters: 400 } as const;

const beginningOf = (text: string): string =>
  text.split('\n').slice(0, SHOWN.lines).join('\n').slice(0, SHOWN.characters);

function readIdentity(target: RuntimeTarget, observation: Observation | undefined, program?: string): HostIdentity {
  const answer = observation?.kind === 'returned' ? observation.value : null;
  if (answer !== null && typeof answer === 'object' && 'version' in answer && 'engine' in answer) {
    const version = parseVersion(String(answer.version));
    const isNjs = answer.kind === '[object njs]' && program !== undefined && program === NJS_PROGRAMS[target.kind];
    const engine = ENGINES[String(answer.engine)] ?? (isNjs ? 'njs' : 'unknown');
    const implementation = isNjs ? 'njs' : target.implementation;
    if (version !== undefined) return { runtimeVersion: version, engine, ...(implementation && { implementation }) };
  }
  if (target.statedVersion !== undefined) return { runtimeVersion: target.statedVersion, engine: 'unknown' };
  throw new TargetUnavailable(`${target.name} has ${lackOf(target, answer)}: ${ADVICE}`);
}

const lackOf = ({ runtimeGlobal = 'rt' }: RuntimeTarget, answer: Plain): string =>
  answer === 'missing'
    ? `no global ${runtimeGlobal} with version`
    : `a global ${runtimeGlobal} whose version is no text such as "0.9.9"`;

const ADVICE =
  'define it before the script runs, name another global with --bind rt=NAME, or pass --runtime-version VERSION';

function withRequestedEngine({ name, engine }: RuntimeTarget, identity: HostIdentity): HostIdentity {
  if (engine === undefined || engine === identity.engine) return identity;
  throw new TargetUnavailable(`${name} was asked for with engine ${engine}, but runs ${identity.engine}`);
}
