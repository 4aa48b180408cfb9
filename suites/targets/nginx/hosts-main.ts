/**
 * `npm run hosts`: unpacks missing Debian releases and lists the real hosts of this machine. SRVSPEC_DEBIAN_MIRROR names a mirror. Exit
 * status 0 if all releases are there and run, 3 otherwise.
 */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { type HostFacts, readFacts } from './host-facts.js';
import { type AvailableHost, discoverHosts, hostsFolder, RELEASES, type Release, unpackedHost } from './hosts.js';
import { unpackRelease } from './unpack.js';

interface Finding {
  readonly name: AvailableHost['name'];
  readonly facts?: HostFacts;
  /** The reason for missing facts. */
  readonly lacks?: string;
}

async function main(): Promise<number> {
  let interrupted = false;
  // A listener keeps this process alive to remove the remains of an interrupted unpacking.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (interrupted = true));
  const findings: Finding[] = [];
  for (const host of discoverHosts(PACKAGE_ROOT)) {
    if (host.name === 'installed') findings.push(await inspect(host));
  }
  for (const release of RELEASES) {
    if (interrupted) return 130;
    findings.push(await provide(release));
  }
  process.stdout.write(`${table(findings)}\n`);
  const complete = RELEASES.every((release) => findings.some(({ name, facts }) => name === release && facts));
  return interrupted ? 130 : complete ? 0 : 3;
}

/** The release if it works; otherwise it is unpacked again. */
async function provide(release: Release): Promise<Finding> {
  const folder = join(hostsFolder(PACKAGE_ROOT), release);
  const present = unpackedHost(release, folder);
  const finding = present === undefined ? undefined : await inspect(present);
  if (finding?.facts !== undefined) return finding;
  const why = finding?.lacks === undefined ? 'not there' : `does not run (${finding.lacks})`;
  process.stderr.write(`${release}: ${why}; unpacking it\n`);
  try {
    await unpackRelease(release, folder, process.env.SRVSPEC_DEBIAN_MIRROR);
  } catch (error) {
    return { name: release, lacks: messageOf(error) };
  }
  const host = unpackedHost(release, folder);
  return host === undefined ? { name: release, lacks: 'unpacked, but nginx or its module is missing' } : inspect(host);
}

async function inspect(host: AvailableHost): Promise<Finding> {
  try {
    return { name: host.name, facts: await readFacts(host) };
  } catch (error) {
    return { name: host.name, lacks: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, facts, lacks }) =>
    facts === undefined ? [name, lacks ?? ''] : [name, facts.nginx, facts.runtimeVersion, facts.engines.join(' ')],
  );
  const line = ([name = '', ...cells]: readonly string[]) =>
    [name.padEnd(10), ...cells.map((cell) => cell.padEnd(8))].join('  ').trimEnd();
  return [['host', 'nginx', 'runtime', 'engines'], ...rows].map(line).join('\n');
}

process.exitCode = await main();
