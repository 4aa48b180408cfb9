/** Merges the setups of cases into one for a host process: concatenation, with equal nodes once. */
import { UserError } from '../../spec/reading/user-error.js';
import {
  type Arg,
  type Handler,
  ownName,
  type Port,
  type Setup,
  type SetupDirective,
  type SetupFile,
} from '../language/setup.js';
import type { At } from '../language/trial.js';

/** An argument with an absolute path, port or zone. */
export type PlacedArg = string | Handler | Port | SetupFile;

export interface PlacedDirective {
  readonly name: string;
  readonly args: readonly PlacedArg[];
  readonly block?: readonly PlacedDirective[];
}

/** One setup for one host process. Names of ports are unique in it. */
export interface HostSetup {
  readonly main: readonly PlacedDirective[];
  readonly http: readonly PlacedDirective[];
  /** Content of the HTTP server that all cases share, and other directives at its level. */
  readonly locations: readonly PlacedDirective[];
  readonly stream: readonly PlacedDirective[];
}

/** Two setups that define different things under one name. */
export class SetupConflict extends UserError {}

/** A case's setup with the scope of its paths and ports. */
export interface ScopedSetup {
  readonly setup: Setup;
  readonly scope: string;
}

/** The path of a case's own location. */
export const locationPath =
  (scope: string): At =>
  (path) =>
    `/${scope}${path}`;

/** The name of a case's own port in the whole setup. */
export const portOf = (scope: string, name: string): string => `${scope}#${name}`;

/** Throws `SetupConflict` if two setups contradict each other. */
export function mergeSetups(all: Iterable<ScopedSetup>): HostSetup {
  const main = new Nodes();
  const http = new Nodes();
  const stream = new Nodes();
  const shared = new Nodes();
  const locations: PlacedDirective[] = [];
  for (const { setup, scope } of all) {
    for (const node of setup.map((one) => placed(one, scope))) {
      if (node.name === 'http') {
        for (const inner of node.block ?? []) {
          if (inner.name === 'location') locations.push(inner);
          else if (isShared(inner)) for (const one of inner.block ?? []) shared.add(one);
          else http.add(inner);
        }
      } else if (node.name === 'stream') for (const inner of node.block ?? []) stream.add(inner);
      else main.add(node);
    }
  }
  return { main: main.all(), http: http.all(), locations: [...shared.all(), ...locations], stream: stream.all() };
}

/** A server without a `listen` of its own is the one that all cases share. */
const isShared = ({ name, block = [] }: PlacedDirective): boolean =>
  name === 'server' && block.every((one) => one.name !== 'listen');

function placed({ name, args, block }: SetupDirective, scope: string): PlacedDirective {
  const own = args.map((arg) => placedArg(arg, scope));
  return block === undefined ? { name, args: own } : { name, args: own, block: block.map((one) => placed(one, scope)) };
}

function placedArg(arg: Arg, scope: string): PlacedArg {
  if (typeof arg !== 'object') return arg;
  if ('path' in arg) return locationPath(scope)(arg.path);
  if ('zone' in arg) return `zone=${ownName(locationPath(scope), arg.zone)}:${arg.size}`;
  return 'port' in arg ? { port: portOf(scope, arg.port) } : arg;
}

/** Directives that define a name; each name is defined once. */
const NAMING: { readonly [directive: string]: RegExp } = {
  js_set: /^\S+/,
  js_var: /^\S+/,
  location: /^.*$/,
  js_shared_dict_zone: /^zone=[^:]*/,
};

/** The defined name of the node, or the node itself. */
function nameOf({ name, args }: PlacedDirective, print: string): string {
  const words = args.filter((arg) => typeof arg === 'string').join(' ');
  const named = NAMING[name]?.exec(words);
  return named ? `${name} ${named[0]}` : print;
}

class Nodes {
  readonly #nodes = new Map<string, { readonly node: PlacedDirective; readonly print: string }>();

  add(node: PlacedDirective): void {
    const print = fingerprint(node);
    const name = nameOf(node, print);
    const before = this.#nodes.get(name);
    if (before !== undefined && before.print !== print)
      throw new SetupConflict(`two cases define ${name} differently; give one of them another name`);
    if (before === undefined) this.#nodes.set(name, { node, print });
  }

  all(): PlacedDirective[] {
    return [...this.#nodes.values()].map(({ node }) => node);
  }
}

const fingerprint = (node: PlacedDirective): string =>
  JSON.stringify(node, (_, value: unknown) => (typeof value === 'function' ? value.toString() : value));
