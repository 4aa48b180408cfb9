/** The bundle of an endpoint: the setup of one session for all cases that need nothing special of a host. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { compiledSpec } from '../../../spec/compiled/compiled.js';
import type { Version } from '../../../spec/types/requirement.js';
import { inapplicable, inapplicableSetup } from '../../executor/applicable.js';
import { identityProbe } from '../../executor/identify.js';
import { locationPath, mergeSetups, type ScopedSetup } from '../../executor/merging.js';
import { PACKAGE_VERSION } from '../../executor/package-version.js';
import type { Identity } from '../../executor/target.js';
import { type Bindings, moduleBundle } from '../../inside/bundle.js';
import { carryingProbe } from '../../inside/carrying.js';
import { liftedSource } from '../../inside/lifting.js';
import type { GeneratedObject } from '../../language/case.js';
import type { Setup } from '../../language/setup.js';
import type { Capability, CaseBody, Probe } from '../../language/trial.js';
import { line, renderHttp } from '../support/host/configuration.js';

export const CAPABILITIES: ReadonlySet<Capability> = new Set(['evaluate', 'exchange']);

/** The header of a request that has the token. */
export const TOKEN_HEADER = 'X-Srvspec-Token';
/** Answered with the version of the deployed bundle. */
export const VERSION_PATH = '/srvspec/version';

/** The line that whoever deploys a bundle changes. */
export const LISTEN = 'listen 127.0.0.1:8000;';

/** What a bundle is written for. */
export interface BundleTerms {
  readonly bindings: Bindings;
  readonly runtimeVersion: Version;
  /** Directives that the host does not know. */
  readonly without: readonly string[];
}

export interface Bundle {
  /** Digest of the files without the token, of the documents and of the suite's version. */
  readonly version: string;
  /** Ids of the cases whose configuration and probes it has. */
  readonly cases: ReadonlySet<string>;
  /** Numbers of the probes by their source. */
  readonly probes: ReadonlyMap<string, number>;
  readonly scriptFile: string;
  readonly script: string;
  /** The text that an http block includes. */
  configuration(token: string): string;
}

/** Why an endpoint cannot be asked a case whose needs it has. */
export function unfit(
  { ownProcess = false, setup }: Pick<CaseBody, 'ownProcess' | 'setup'>,
  { without }: Pick<BundleTerms, 'without'>,
): string | undefined {
  const all = within(setup);
  const refused = all.find(({ name }) => without.includes(name));
  if (refused !== undefined) return `the bundle is without ${refused.name}`;
  const has = (kind: 'port' | 'file'): boolean =>
    all.some(({ args }) => args.some((arg) => typeof arg === 'object' && kind in arg));
  if (ownProcess || setup.some(({ name }) => name !== 'http')) return 'the endpoint has no process for one case alone';
  if (has('port')) return 'the endpoint listens on one port';
  if (has('file')) return 'the endpoint has no files of a case';
  return all.some(({ name }) => name === 'proxy_pass_request_headers')
    ? "the host's own request would lack the token"
    : undefined;
}

/** Whether a case presumes a client with a loopback address, or plain HTTP. */
export function presumesLocal({ setup, trials }: Pick<CaseBody, 'setup' | 'trials'>, id: string): boolean {
  const of = trials(locationPath(id));
  const trial = 'one' in of ? [of.one.input, of.one.expect()] : [];
  return /127\.0\.0\.1|remote_?addr|server_addr|scheme|https/i.test(inspect([setup, trial], { depth: Infinity }));
}

/** Names of the directives in the setups of all cases. */
export const directivesOf = (objects: readonly GeneratedObject[]): ReadonlySet<string> =>
  new Set(
    objects
      .flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases))
      .flatMap(({ body }) => within(body().setup).map(({ name }) => name)),
  );

const within = (setup: Setup): Setup => setup.flatMap((one) => [one, ...within(one.block ?? [])]);

export function bundleOf(objects: readonly GeneratedObject[], terms: BundleTerms): Bundle {
  const all = bodiesOf(objects, terms);
  const own: readonly Probe<never>[] = [carryingProbe, identityProbe];
  const probes = bySource([...all.flatMap(({ body }) => body.probe ?? []), ...own]);
  const host = mergeSetups(all.map(({ body, scope }): ScopedSetup => ({ setup: body.setup, scope })));
  const render = (script: string, version: string, token: string) =>
    renderHttp(host, script, [
      LISTEN,
      `if ($http_${TOKEN_HEADER.toLowerCase().replaceAll('-', '_')} != "${token}") { return 444; }`,
      'access_log off;',
      `location = ${VERSION_PATH} { ${line(['return', '200', version])} }`,
    ]);
  const { text, handlers } = render('', '', '');
  const { bindings, runtimeVersion } = terms;
  const script = moduleBundle({ bindings, version: runtimeVersion, probes: [...probes.values()], handlers });
  const documents = compiledSpec().documents.map(({ sha256 }) => sha256);
  const version = digestOf([PACKAGE_VERSION, ...documents, text, script]);
  const scriptFile = `bundle-${version}.js`;
  return {
    version,
    cases: new Set(all.map(({ scope }) => scope)),
    probes: new Map([...probes.keys()].map((source, i) => [source, i])),
    scriptFile,
    script,
    configuration: (token) => render(scriptFile, version, token).text,
  };
}

interface ScopedBody {
  readonly body: CaseBody;
  readonly scope: string;
}

/** The cases for this version, and any engine, that an endpoint can be asked. */
const bodiesOf = (objects: readonly GeneratedObject[], terms: BundleTerms): readonly ScopedBody[] =>
  objects.flatMap(({ requirements }) =>
    requirements.flatMap(({ cases }) =>
      cases.flatMap(({ id, body, since, until }) => {
        const scope = { ...(since && { since }), ...(until && { until }) };
        const identity: Identity = { runtimeVersion: terms.runtimeVersion, engine: 'unknown' };
        if (inapplicable(scope, identity) !== undefined) return [];
        const made = body();
        if (inapplicableSetup(made.setup, identity) !== undefined) return [];
        const fits = made.needs.every((need) => CAPABILITIES.has(need)) && unfit(made, terms) === undefined;
        return fits ? [{ body: made, scope: id }] : [];
      }),
    ),
  );

const bySource = (probes: readonly Probe<never>[]): ReadonlyMap<string, Probe<never>> =>
  new Map(probes.map((probe) => [liftedSource(probe), probe]));

const digestOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
