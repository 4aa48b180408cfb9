/** The targets of a soak: the reference, and every real host that is unpacked here. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../../../reports/model.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { discoverHosts, type Release } from '../../targets/nginx/hosts.js';
import { runProcess, startProcess } from '../../targets/support/process.js';

export const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');

export interface SoakTarget {
  readonly name: string;
  /** Prepares one run; `folder` is its own. */
  prepare(folder: string): Promise<PreparedRun>;
}

/** What one run needs; it lasts until all that the run reported was replayed. */
export interface PreparedRun {
  readonly args: readonly string[];
  /** The environment of the next command. */
  environment(): Promise<NodeJS.ProcessEnv>;
  /** The report without what differs from run to run by construction. */
  comparable(report: string): string;
  close(): Promise<void>;
}

export function soakTargets(): readonly SoakTarget[] {
  const hosts = discoverHosts(PACKAGE_ROOT);
  const real = hosts.flatMap(({ name, libraryRoot, njs }) => {
    if (name === 'installed' || libraryRoot === undefined) return [];
    const nginx = nginxEngines(name).map((engine) =>
      plain(['nginx', name, ...engine].join(' '), [
        '--target',
        'nginx',
        '--library-root',
        libraryRoot,
        ...engine.flatMap((one) => ['--engine', one]),
      ]),
    );
    const cli =
      njs === undefined ? [] : cliOptions(name).map(([label, options]) => cliTarget(label, [...njs, ...options]));
    return [...nginx, ...cli];
  });
  return [plain('reference', ['--target', 'reference']), ...real, managementApi, curlClient];
}

/** Engines that a release's nginx is judged with; the oldest has one and no way to name it. */
function nginxEngines(release: Release): readonly (readonly string[])[] {
  switch (release) {
    case 'bookworm':
      return [[]];
    case 'trixie':
      return [['njs']];
    case 'sid':
      return [['njs'], ['qjs']];
  }
}

/** Options of a release's command-line runtime, by engine. */
function cliOptions(release: Release): readonly (readonly [label: string, options: readonly string[]])[] {
  switch (release) {
    case 'bookworm':
    case 'trixie':
      return [[release, []]];
    case 'sid':
      return [
        ['sid njs', ['-n', 'njs']],
        ['sid qjs', ['-m', '-n', 'QuickJS']],
      ];
  }
}

const cliTarget = (label: string, argv: readonly string[]): SoakTarget =>
  plain(`cli ${label}`, ['--target', `cli:${argv.join(' ')}`]);

const plain = (name: string, args: readonly string[]): SoakTarget => ({
  name,
  prepare: async () => ({
    args,
    environment: async () => ({}),
    comparable: (report) => report,
    close: async () => undefined,
  }),
});

/** The client that starts fastest: each operation starts it anew. */
const curlClient = plain('client', [
  '--target',
  `client:sh ${join(PACKAGE_ROOT, 'suites/targets/client/curl-client.sh')}`,
  '--deviations',
  join(PACKAGE_ROOT, 'suites/deviations/curl-client.yaml'),
]);

/** A server of ours for each run, on a port and a state of its own. A run changes its key, so each command gets a new one. */
const managementApi: SoakTarget = {
  name: 'api',
  prepare: async (parent) => {
    const folder = mkdtempSync(join(parent, 'api-'));
    const credentials = join(folder, 'credentials.json');
    const srvspec = [process.execPath, MAIN, 'api'];
    const argv = [...srvspec, 'serve', '--state', join(folder, 'state'), '--credentials', credentials];
    let listening: (line: string) => void = () => undefined;
    const line = new Promise<string>((resolve) => {
      listening = resolve;
    });
    const server = await startProcess(argv, {
      onOutput: (stream, piece) => stream === 'stdout' && listening(piece.toString()),
    });
    void server.exited.then(() => listening('{}'));
    const { url, panel }: { url?: string; panel?: string } = JSON.parse(await line);
    if (url === undefined || panel === undefined) throw new Error(`api serve: ${server.stderr.text()}`);
    const newKey = [...srvspec, 'new-key', '--panel', panel];
    return {
      args: ['--target', `api:${url}`, '--allow-writes', '--new-key', newKey.join(' ')],
      environment: async () => {
        const made = await runProcess(newKey, { deadlineMs: 60_000 });
        const { clientId }: { clientId: string } = JSON.parse(readFileSync(credentials, 'utf8'));
        return { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: made.stdout.text().trim() };
      },
      comparable: (report) => withoutNames(report.replaceAll(url, 'URL').replaceAll(folder, 'FOLDER')),
      close: async () => {
        await server.end();
      },
    };
  },
};

/** Names that a run gave to records, of which no other run gives any: only what each was for is compared. */
function withoutNames(report: string): string {
  if (report === '') return '';
  const { service, ...rest }: RunReport = JSON.parse(report);
  const leftovers = service?.leftovers.map(
    ({ resource, name }) => `${resource} ${name.replace(/srvspec-\w+-\d+-/, '')}`,
  );
  return JSON.stringify({ ...rest, service: { ...service, leftovers: leftovers?.sort() } }, null, 2);
}
