/** One configuration for many scenarios, each with separate servers and names. */
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { HostDirectives } from '../traffic/hosts.js';
import type { Scenario } from './scenario.js';

/** Folder of the certificates that scenarios use. */
const CERTIFICATES = join(PACKAGE_ROOT, 'suites/scenarios/certificates');

/** The places of one scenario for one start of a host. */
export interface ScenarioPlaces {
  readonly socket: string;
  readonly root: string;
  readonly scripts: string;
  readonly log: string;
  readonly peer: (name: string) => string;
  readonly stream: (name: string) => string;
}

/** The places of a scenario below a common folder. Paths of sockets must be short. */
export function scenarioPlaces({ name }: Pick<Scenario, 'name'>, folder: string): ScenarioPlaces {
  const at = (what: string): string => join(folder, name, what);
  return {
    socket: at('socket'),
    root: at('root'),
    scripts: at('scripts'),
    log: at('log'),
    peer: (peer) => at(`${peer}.peer`),
    stream: (server) => at(`${server}.stream`),
  };
}

export interface HostConfiguration {
  readonly text: string;
  /** The scenario that a line of the text belongs to, counted from 1. */
  readonly at: (line: number) => Scenario | undefined;
}

/** The socket on which the host listens once it is ready. */
export const readySocket = (folder: string): string => join(folder, 'ready');

/** The configuration of a host. Lines that differ between hosts come first, also in the `http` and `stream` blocks. */
export function rendered(
  scenarios: readonly Scenario[],
  folder: string,
  { ahead, block }: HostDirectives,
): HostConfiguration {
  const own = join(folder, 'own');
  const lines = [
    `${ahead} daemon off; worker_processes 1; pid ${own}/pid; error_log ${own}/error.log info;`,
    'events { worker_connections 512; }',
    `http { ${block} access_log off; default_type text/plain;`,
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${own}/${what};`),
  ];
  const starts: { readonly line: number; readonly scenario: Scenario }[] = [];
  const add = (kind: 'configuration' | 'stream'): void => {
    for (const scenario of scenarios) {
      const text = scenario[kind];
      if (text === undefined) continue;
      starts.push({ line: lines.length + 1, scenario });
      lines.push(...filled(text, scenarioPlaces(scenario, folder)).split('\n'));
    }
  };
  add('configuration');
  lines.push(`} stream { ${block}`);
  add('stream');
  // Our host opens sockets in the order of the configuration: this one is the last.
  lines.push(`server { listen unix:${readySocket(folder)}; return ready; } }`);
  return {
    text: `${lines.join('\n')}\n`,
    at: (line) => (line > lines.length ? undefined : starts.findLast((start) => start.line <= line)?.scenario),
  };
}

function filled(text: string, places: ScenarioPlaces): string {
  const { socket, root, scripts, log } = places;
  const known: Readonly<Record<string, string>> = { socket, root, scripts, log, certificates: CERTIFICATES };
  return text
    .replace(/<(socket|root|scripts|log|certificates)>/g, (_, word: string) => known[word] ?? '')
    .replace(/<(peer|stream) ([\w-]+)>/g, (_, kind: string, name: string) =>
      kind === 'peer' ? places.peer(name) : places.stream(name),
    );
}
