/** Real and own hosts as programs on Unix sockets: nginx of Debian's newest release, and ours. */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { UserError } from '../../spec/reading/user-error.js';
import { type AvailableHost, hostsFolder, unpackedHost } from '../targets/nginx/hosts.js';
import { type RunningProcess, startProcess } from '../targets/support/process.js';

const MAIN = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
/** Milliseconds that a host may take to listen. */
const START_MS = 20_000;

/** A host did not start; the message is its output. */
export class HostRefused extends Error {}

export interface RunningHost {
  readonly name: string;
  /** A file in the host's own folder, as Latin-1; empty if it is missing. */
  log(file: string): Promise<string>;
  stop(): Promise<void>;
}

/** Both hosts have two engines: with `qjs` ours reuses realms. */
export type TrafficEngine = 'njs' | 'qjs';

/** The site that a host serves. */
export interface Site {
  /** A folder of the host's own, which does not exist yet. */
  readonly own: string;
  /** Paths of the sockets on which it listens. */
  readonly sockets: readonly string[];
  readonly configuration: (differing: HostDirectives) => string;
}

/** The parts of a configuration that differ between hosts. */
export interface HostDirectives {
  /** Directives before everything else. */
  readonly ahead: string;
  /** The first directives in the `http` and `stream` blocks. */
  readonly block: string;
}

/** The real host, if its release is unpacked. */
export function realHost(): AvailableHost | undefined {
  return unpackedHost('sid', join(hostsFolder(PACKAGE_ROOT), 'sid'));
}

/** @throws HostRefused if the host refuses the configuration, UserError if the release is not unpacked */
export async function startReal(site: Site, engine: TrafficEngine): Promise<RunningHost> {
  const host = realHost();
  if (host === undefined) throw new UserError('nginx of sid is not unpacked: run "npm run hosts"');
  const { own } = site;
  // Workers of the superuser would run as another user, who may not read the site.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const modules = ['ngx_http_js_module.so', 'ngx_stream_module.so', 'ngx_stream_js_module.so'];
  const ahead = `${modules.map((file) => `load_module ${join(host.modules, file)};`).join(' ')} ${user}`;
  const argv = [...host.nginx, '-e', join(own, 'start.log'), '-p', own, '-c', join(own, 'host.conf')];
  return started('nginx', argv, site, { ahead, block: `js_engine ${engine};` });
}

/** @throws HostRefused if the host refuses the configuration */
export async function startOurs(site: Site, engine: TrafficEngine): Promise<RunningHost> {
  const conf = join(site.own, 'host.conf');
  const argv = [process.execPath, MAIN, 'serve', '-p', site.own, '-c', conf, '--srv', 'ngx', '--rt', 'njs'];
  return started('ours', argv, site, { ahead: '', block: `js_engine ${engine};` });
}

async function started(
  name: string,
  argv: readonly string[],
  { own, sockets, configuration }: Site,
  differing: HostDirectives,
): Promise<RunningHost> {
  await mkdir(own);
  await writeFile(join(own, 'host.conf'), configuration(differing));
  const host = await startProcess(argv);
  for (const socket of sockets) await listening(name, host, socket);
  return {
    name,
    log: (file) => readFile(join(own, file), 'latin1').catch(() => ''),
    stop: async () => {
      await host.end();
    },
  };
}

/** Whether a server listens at the path: the file exists a moment before. */
async function accepts(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** Waits for the socket, since a host does not report that it listens. */
async function listening(name: string, host: RunningProcess, socket: string): Promise<void> {
  let ended = false;
  void host.exited.then(() => {
    ended = true;
  });
  for (const deadline = Date.now() + START_MS; !(await accepts(socket)); await wait(20)) {
    if (!ended && Date.now() <= deadline) continue;
    await host.end();
    throw new HostRefused(`${name} does not listen: ${host.stderr.text()}`);
  }
}
