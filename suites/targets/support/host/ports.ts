/** The ports that a merged setup names: those on which the host listens, and those of our peers. */
import type { HostSetup, PlacedArg, PlacedDirective } from '../../../executor/merging.js';

interface NamedPorts {
  readonly listened: ReadonlySet<string>;
  /** Named by any other directive, and by no `listen`. */
  readonly peers: ReadonlySet<string>;
  /** Ports of peers that are name servers. */
  readonly resolvers: ReadonlySet<string>;
}

export function portsOf({ main, http, locations, stream }: HostSetup): NamedPorts {
  const listened = new Set<string>();
  const named = new Set<string>();
  const resolvers = new Set<string>();
  const walk = ({ name, args, block = [] }: PlacedDirective): void => {
    for (const { port } of args.filter(isPort)) {
      (name === 'listen' ? listened : named).add(port);
      if (name === 'resolver') resolvers.add(port);
    }
    block.forEach(walk);
  };
  [...main, ...http, ...locations, ...stream].forEach(walk);
  return { listened, peers: new Set([...named].filter((name) => !listened.has(name))), resolvers };
}

const isPort = (arg: PlacedArg): arg is Extract<PlacedArg, { port: string }> =>
  typeof arg === 'object' && 'port' in arg;
