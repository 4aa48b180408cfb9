/** Target `endpoint:URL`: a host with the bundle of `srvspec bundle`. Only its HTTP can be reached. */
import type { Version } from '../../../spec/types/requirement.js';
import { type RuntimeTarget, type SessionSetup, TargetUnavailable } from '../../executor/target.js';
import { carryingProbe } from '../../inside/carrying.js';
import { liftedSource } from '../../inside/lifting.js';
import type { GeneratedObject } from '../../language/case.js';
import type { CaseBody, Probe } from '../../language/trial.js';
import { shellWord } from '../support/shell-word.js';
import { type Bundle, bundleOf, CAPABILITIES, presumesLocal, unfit } from './bundle.js';
import { readBundle, type WrittenBundle } from './folder.js';
import { EndpointSession } from './session.js';
import { type EndpointUrl, readEndpointUrl } from './url.js';

export interface EndpointOptions {
  readonly url: string;
  /** The folder that `srvspec bundle` wrote. */
  readonly folder: string;
  readonly allowInsecure: boolean;
  /** Milliseconds for one request, by default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** All objects with a script host, at full depth. */
  readonly objects: readonly GeneratedObject[];
}

/** @throws UsageError for an impossible URL, and a folder without a bundle */
export async function endpointTarget(options: EndpointOptions): Promise<RuntimeTarget> {
  const { url, folder, allowInsecure, timeoutMs, objects } = options;
  const at = readEndpointUrl(url, allowInsecure);
  const written = await readBundle(folder);
  const bundleFor = bundlesOf(objects, written);
  // Known once a session is open.
  let server = '';
  const start = async (setup: SessionSetup): Promise<EndpointSession> => {
    const opened = await open(setup, { at, folder, written, bundleFor, timeoutMs });
    server = opened.server;
    return opened.session;
  };
  return {
    name: `endpoint:${at.text}`,
    // The host reads the configuration of nginx, so its known deviations are those of such hosts.
    kind: 'nginx',
    program: async () => server.split('/')[0] ?? '',
    host: async () => (server === '' ? 'a host without a name' : server.replace('/', ' ')),
    runtimeGlobal: written.bindings.rt,
    capabilities: CAPABILITIES,
    unfit: (body, id) => unfit(body, written) ?? unaskable(body, id, at, bundleFor(written.runtimeVersion)),
    options: replayOptions(at, options),
    drivers: { runtime: { restarts: false, start } },
  };
}

/** The bundle for each version of the runtime, made once. */
function bundlesOf(objects: readonly GeneratedObject[], written: WrittenBundle): (version: Version) => Bundle {
  const bundles = new Map<Version, Bundle>();
  return (runtimeVersion) => {
    const bundle = bundles.get(runtimeVersion) ?? bundleOf(objects, { ...written, runtimeVersion });
    bundles.set(runtimeVersion, bundle);
    return bundle;
  };
}

/** Why a case cannot be observed at this URL, or by this bundle. */
function unaskable(body: CaseBody, id: string, at: EndpointUrl, { cases, probes }: Bundle): string | undefined {
  const { setup, probe } = body;
  if (setup.length > 0 && !at.isLocal && presumesLocal(body, id)) return 'the case presumes plain HTTP on the loopback';
  // Cases of the user's own may need nothing but a probe of the suite.
  const hasProbe = setup.length === 0 && probe !== undefined && probes.has(liftedSource(probe));
  return cases.has(id) || hasProbe ? undefined : 'the bundle is without the case';
}

const replayOptions = ({ text }: EndpointUrl, { folder, allowInsecure, timeoutMs }: EndpointOptions): string[] => [
  ...['--target', shellWord(`endpoint:${text}`), '--bundle', shellWord(folder)],
  ...(allowInsecure ? ['--allow-insecure'] : []),
  ...(timeoutMs === undefined ? [] : ['--request-timeout', `${timeoutMs}`]),
];

interface Opening {
  readonly at: EndpointUrl;
  readonly folder: string;
  readonly written: WrittenBundle;
  readonly bundleFor: (runtimeVersion: Version) => Bundle;
  readonly timeoutMs: number | undefined;
}

async function open(
  { probes, version }: Pick<SessionSetup, 'probes' | 'version'>,
  { at, folder, written, bundleFor, timeoutMs: patienceMs = 10_000 }: Opening,
): Promise<{ readonly session: EndpointSession; readonly server: string }> {
  const bundle = bundleFor(written.runtimeVersion);
  if (bundle.version !== written.version)
    throw new TargetUnavailable(
      `the bundle in ${folder} belongs to another version of srvspec: write a new one with \`srvspec bundle\`, and deploy it`,
    );
  if (version !== undefined && bundleFor(version).version !== written.version)
    throw new TargetUnavailable(
      `the bundle in ${folder} is for runtime ${written.runtimeVersion}, and the endpoint has ${version}: write it with --runtime-version ${version}, and deploy it`,
    );
  const session = new EndpointSession({
    at,
    token: written.token,
    probes: numbersOf([...probes, carryingProbe], bundle),
    patienceMs,
  });
  try {
    const deployed = await session.deployed();
    if (deployed.version !== written.version)
      throw new TargetUnavailable(
        `the endpoint has ${deployed.version === undefined ? 'no bundle' : `the bundle ${deployed.version}`}, and ${folder} has ${written.version}: deploy ${folder} there`,
      );
    if (version !== undefined) await session.tryCarrying(probes.length, version);
    return { session, server: deployed.server };
  } catch (error) {
    await session.stop();
    throw error;
  }
}

function numbersOf(probes: readonly Probe<never>[], bundle: Bundle): readonly number[] {
  return probes.map((probe) => {
    const number = bundle.probes.get(liftedSource(probe));
    if (number === undefined) throw new Error(`the bundle lacks a probe: ${liftedSource(probe)}`);
    return number;
  });
}
