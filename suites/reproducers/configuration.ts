/** A configuration of nginx for one case, with nothing else; all paths are relative to its folder. */
import type { HostSetup, PlacedArg, PlacedDirective } from '../executor/merging.js';
import type { Handler } from '../language/setup.js';
import { directiveBlock, directiveText, line } from '../targets/support/host/configuration.js';

/** The port in each configuration; `run.sh` replaces it if the environment names another. */
export const PORT = 18080;
export const MODULE_FILE = 'handler.js';

/** The fault cannot be shown without the suite; the message has the reason. */
export class NotAlone extends Error {}

/** Names of the handlers in a setup. */
export function handlersIn(setup: HostSetup): readonly Handler[] {
  const found = new Set<Handler>();
  const walk = ({ args, block: inner = [] }: PlacedDirective): void => {
    for (const arg of args) if (typeof arg === 'function') found.add(arg);
    inner.forEach(walk);
  };
  [...setup.main, ...setup.http, ...setup.locations, ...setup.stream].forEach(walk);
  return [...found];
}

interface ConfigurationOptions {
  readonly names: ReadonlyMap<Handler, string>;
  readonly engine: string | undefined;
  readonly closes: boolean;
  /** Bytes of the longest body that is sent. */
  readonly longest?: number;
}

/** By default, nginx gives scripts no text of longer bodies, and refuses a megabyte. */
const BUFFERED = 8192;

interface ConfigurationText {
  readonly text: string;
  /** Names of its ports, by number from `PORT` on; the first is that of the HTTP server, which may be missing. */
  readonly ports: readonly string[];
  /** Files that it names, beside it. */
  readonly files: { readonly [name: string]: string };
}

/**
 * `names` are those of the handlers. A location answers for a case without one of its own. With `closes` the server closes connections,
 * since raw clients must see where the answer ends.
 */
export function configurationText(setup: HostSetup, options: ConfigurationOptions): ConfigurationText {
  const ports = new Map([['http', PORT]]);
  const files: { [name: string]: string } = {};
  const portOf = (name: string): number => {
    const number = ports.get(name) ?? PORT + ports.size;
    ports.set(name, number);
    return number;
  };
  const wordOf = (arg: PlacedArg): string => {
    if (typeof arg === 'string') return arg;
    if (typeof arg === 'function') return `main.${options.names.get(arg)}`;
    if ('port' in arg) return `127.0.0.1:${portOf(arg.port)}`;
    files[arg.file] = arg.content;
    return arg.file;
  };
  const lines = (nodes: readonly PlacedDirective[]): string[] => nodes.map((node) => directiveText(node, wordOf));
  const script = [
    ...(options.engine === 'qjs' ? [line(['js_engine', 'qjs'])] : []),
    line(['js_import', 'main', 'from', MODULE_FILE]),
  ];
  const streams = lines(setup.stream);
  const shared = lines(setup.http);
  const locations = lines(setup.locations);
  const http = [...settings(options), ...script, ...shared, serverText(locations)];
  const isOfHttp = streams.length === 0 || shared.length + locations.length > 0;
  const text = [
    ...(isOfHttp ? [moduleText('ngx_http_js_module')] : []),
    ...(streams.length > 0 ? ['ngx_stream_module', 'ngx_stream_js_module'].map(moduleText) : []),
    line(['daemon', 'off']),
    ...(setup.main.some(({ name }) => name === 'master_process') ? [] : [line(['master_process', 'off'])]),
    line(['pid', 'nginx.pid']),
    line(['error_log', 'error.log', 'info']),
    ...lines(setup.main),
    'events {}',
    ...(isOfHttp ? [directiveBlock('http', http)] : []),
    ...(streams.length > 0 ? [directiveBlock('stream', [...script, ...streams])] : []),
    '',
  ].join('\n');
  return { text, ports: [...ports.keys()], files };
}

const moduleText = (name: string): string => line(['load_module', `modules/${name}.so`]);

/** Settings of the `http` block. */
const settings = ({ closes, longest = 0 }: ConfigurationOptions): string[] => [
  line(['access_log', 'off']),
  ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => line([`${name}_temp_path`, 'temporary'])),
  ...(closes ? [line(['keepalive_timeout', '0'])] : []),
  ...(longest > BUFFERED ? [line(['client_max_body_size', '64m']), line(['client_body_buffer_size', '16m'])] : []),
];

const serverText = (locations: readonly string[]): string =>
  directiveBlock('server', [
    line(['listen', `127.0.0.1:${PORT}`]),
    ...(locations.length === 0 ? [directiveBlock('location /', [line(['js_content', 'main.content'])])] : locations),
  ]);
