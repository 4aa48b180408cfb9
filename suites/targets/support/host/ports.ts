/** The ports that a merged setup names: those that the host listens on, and those of peers of ours. */
import type { HostSetup, PlacedArg, PlacedDirective } from '../../../executor/merging.js';

export interface NamedPorts {
  readonly listened: ReadonlySet<string>;
  /** Named by any other directive, and by no `listen`. */
  readonly peers: ReadonlySet<string>;
}

export function portsOf({ main, http, locations, stream }: HostSetup): NamedPorts {
  const listened = new Set<string>();
  const named = new Set<string>();
  const walk = ({ name, args, block = [] }: PlacedDirective): void => {
    for (const arg of args) if (isPort(arg)) (name === 'listen' ? listened : named).add(arg.port);
    block.forEach(walk);
  };
  [...main, ...http, ...locations, ...stream].forEach(walk);
  return { listened, peers: new Set([...named].filter((name) => !listened.has(name))) };
}

const isPort = (arg: PlacedArg): arg is Extract<PlacedArg, { port: string }> =>
  typeof arg === 'object' && 'port' in arg;
