/** The targets of a soak: the reference, and every unpacked real host. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../../../reports/model.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { releaseRuns } from '../../targets/nginx/release-runs.js';
import { runProcess, startProcess } from '../../targets/support/process.js';

export const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');

export interface SoakTarget {
  readonly name: string;
  /** Prepares one run; `folder` is its own. */
  prepare(folder: string): Promise<PreparedRun>;
}

/** The parts of one run; they exist until all reported violations were replayed. */
export interface PreparedRun {
  readonly args: readonly string[];
  /** The environment of the next command. */
  environment(): Promise<NodeJS.ProcessEnv>;
  /** The report without parts that always differ from run to run. */
  comparable(report: string): string;
  close(): Promise<void>;
}

export function soakTargets(): readonly SoakTarget[] {
  const real = releaseRuns(PACKAGE_ROOT).flatMap(({ name, serverArguments, commandLine }) => [
    plain(`nginx ${name}`, serverArguments),
    ...(commandLine === undefined ? [] : [plain(`cli ${name}`, ['--target', `cli:${commandLine.here}`])]),
  ]);
  return [plain('reference', ['--target', 'reference']), ...real, managementApi, curlClient];
}

const plain = (name: string, args: readonly string[]): SoakTarget => ({
  name,
  prepare: async () => ({
    args,
    environment: async () => ({}),
    comparable: (report) => report,
    close: async () => undefined,
  }),
});

/** The client that starts fastest, since each operation starts it again. */
const curlClient = plain('client', [
  '--target',
  `client:sh ${join(PACKAGE_ROOT, 'suites/targets/client/curl-client.sh')}`,
  '--deviations',
  join(PACKAGE_ROOT, 'suites/deviations/curl-client.yaml'),
]);

/** A server of ours for each run, with its own port and state. A run changes its key, so each command gets a new one. */
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

/** Names that a run gave to records differ from run to run, so only their purposes are compared. */
function withoutNames(report: string): string {
  if (report === '') return '';
  const { service, ...rest }: RunReport = JSON.parse(report);
  const leftovers = service?.leftovers.map(
    ({ resource, name }) => `${resource} ${name.replace(/srvspec-\w+-\d+-/, '')}`,
  );
  return JSON.stringify({ ...rest, service: { ...service, leftovers: leftovers?.sort() } }, null, 2);
}
