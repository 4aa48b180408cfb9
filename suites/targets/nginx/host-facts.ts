/** Facts about a real host, read from its binaries. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../spec/types/requirement.js';
import { temporaryFolders } from '../support/host/configuration.js';
import { type AvailableHost, ended, HostUnusable, readBuild, readHost } from './hosts.js';

export interface HostFacts {
  /** Version of nginx. */
  readonly nginx: string;
  /** The version that the command-line runtime reports; `unknown` without one. */
  readonly runtimeVersion: string;
  /** Engines that the HTTP module offers. */
  readonly engines: readonly Engine[];
}

/**
 * Runs the host's binaries to identify them.
 * @throws HostUnusable if they do not run
 */
export async function readFacts(host: AvailableHost): Promise<HostFacts> {
  const { version } = await readBuild(host.nginx);
  return { nginx: version, runtimeVersion: await readRuntimeVersion(host), engines: await readEngines(host) };
}

async function readRuntimeVersion(host: AvailableHost): Promise<string> {
  if (host.njs === undefined) return 'unknown';
  const { stdout, stderr } = await ended([...host.njs, '-v']);
  const version = /^\d+\.\d+\.\d+/.exec(stdout.text())?.[0];
  if (version === undefined) throw new HostUnusable(`${host.njs.at(-1)} -v: ${stderr.text().trim() || 'no version'}`);
  return version;
}

/** The old engine is always there. The other one is there if a configuration may name it. */
async function readEngines(host: AvailableHost): Promise<Engine[]> {
  const plain = await testConfiguration(host, '');
  if (plain !== '') throw new HostUnusable(`${host.nginx.at(-1)} -t: ${plain}`);
  return (await testConfiguration(host, 'js_engine qjs;')) === '' ? ['njs', 'qjs'] : ['njs'];
}

/** The complaint of `nginx -t` about a configuration with `directive` in its http block; undefined if it accepts it. */
async function testConfiguration(host: AvailableHost, directive: string): Promise<string> {
  const { modules } = await readHost(host.nginx, { directory: host.modules });
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-host-'));
  try {
    await writeFile(
      join(folder, 'nginx.conf'),
      [
        ...modules.map((file) => `load_module "${file}";`),
        'pid nginx.pid;',
        'events {}',
        `http { access_log off; ${temporaryFolders(folder).join(' ')} ${directive} }`,
      ].join('\n'),
    );
    const command = [...host.nginx, '-t', '-q', '-e', 'stderr', '-p', folder, '-c', 'nginx.conf'];
    const { exit, stderr } = await ended(command);
    if (exit.kind === 'status' && exit.status === 0) return '';
    return stderr.text().trim() || 'refused without a word';
  } finally {
    await rm(folder, { recursive: true });
  }
}
