/**
 * Renders a merged setup into nginx-style configuration: for nginx itself, for the reference host in this process, and for `srvspec serve`.
 * It writes trees, and the frame that a session needs around them; it knows no directive of a case.
 */
import type { HostSetup, PlacedArg, PlacedDirective } from '../../../executor/merging.js';
import type { Handler, SetupFile } from '../../../language/setup.js';

/** The parts that depend on the machine. Paths are absolute. */
export interface Placement {
  /** Folder for the log, temporary files and the bundle; the configuration is written there too. */
  readonly folder: string;
  /** Port of the HTTP server that all cases share. */
  readonly port: number;
  /** Numbers of the ports that the setup names. */
  readonly ports?: ReadonlyMap<string, number>;
  /** Main-level directives, for example `load_module`. */
  readonly main?: readonly (readonly string[])[];
  /** Directives at the head of the http and stream blocks, for example `js_engine`. */
  readonly head?: readonly (readonly string[])[];
}

export const BUNDLE_FILE = 'bundle.js';
export const LOG_FILE = 'error.log';
export const PID_FILE = 'host.pid';
export const EVALUATE_PATH = '/srvspec/evaluate';

interface RenderedConfiguration {
  readonly text: string;
  /** In the order in which the bundle must export them. */
  readonly handlers: readonly Handler[];
  /** Files to write into the folder. */
  readonly files: readonly SetupFile[];
}

/** The text of a configuration file, with the handlers and files that it refers to. */
export function renderConfiguration(setup: HostSetup, place: Placement): RenderedConfiguration {
  const writer = new ConfigurationWriter(place);
  const script = scriptLine(`${place.folder}/${BUNDLE_FILE}`);
  const http = [
    ...(place.head ?? []).map(line),
    ...temporaryFolders(place.folder),
    line(['access_log', 'off']),
    ...LARGE_BODIES,
    script,
    ...writer.shared(setup, [line(['listen', `127.0.0.1:${place.port}`])]),
  ];
  const stream = [...(place.head ?? []).map(line), script, ...writer.all(setup.stream)];
  const text = [
    ...mainPart(place, new Set(setup.main.map(({ name }) => name))),
    ...writer.all(setup.main),
    directiveBlock('http', http),
    ...(setup.stream.length === 0 ? [] : [directiveBlock('stream', stream)]),
    '',
  ].join('\n');
  return { text, handlers: writer.handlers(), files: writer.files() };
}

/** What an http block of another configuration includes: the setup, and a server with these directives at its head. */
export function renderHttp(
  setup: Pick<HostSetup, 'http' | 'locations'>,
  script: string,
  head: readonly string[],
): Pick<RenderedConfiguration, 'text' | 'handlers'> {
  const writer = new ConfigurationWriter({ folder: '.', port: 0 });
  const server = writer.shared(setup, [...head, ...LARGE_BODIES]);
  return { text: [scriptLine(script), ...server, ''].join('\n'), handlers: writer.handlers() };
}

const scriptLine = (file: string): string => line(['js_import', 'bundle', 'from', file]);

/** Each listening socket of a worker counts as a connection, and a setup of many sessions has up to 500. */
const CONNECTIONS = '1024';

/** `said` are the names of directives that a case has itself. */
function mainPart(place: Placement, said: ReadonlySet<string>): string[] {
  const processes = [
    ['master_process', 'off'],
    ['worker_processes', '1'],
  ];
  return [
    ...(place.main ?? []).map(line),
    line(['daemon', 'off']),
    ...processes.filter(([name = '']) => !said.has(name)).map(line),
    line(['pid', `${place.folder}/${PID_FILE}`]),
    line(['error_log', `${place.folder}/${LOG_FILE}`, 'info']),
    directiveBlock('events', [line(['worker_connections', CONNECTIONS])]),
  ];
}

export const temporaryFolders = (folder: string): string[] =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) =>
    line([`${name}_temp_path`, `${folder}/temporary-${name}`]),
  );

const LARGE_BODIES: readonly string[] = ['client_max_body_size 64m;', 'client_body_buffer_size 16m;'];

/** Writes a tree, and collects its handlers and files. */
class ConfigurationWriter {
  readonly #place: Placement;
  readonly #handlers = new Map<Handler, string>();
  readonly #files = new Map<string, SetupFile>();

  constructor(place: Placement) {
    this.#place = place;
  }

  all(nodes: readonly PlacedDirective[]): string[] {
    return nodes.map((node) => directiveText(node, (arg) => this.#arg(arg)));
  }

  /** Directives of the http block, and the server that all cases share. */
  shared({ http, locations }: Pick<HostSetup, 'http' | 'locations'>, head: readonly string[]): string[] {
    return [
      ...this.all(http),
      directiveBlock('server', [
        ...head,
        directiveBlock(`location = ${EVALUATE_PATH}`, [line(['js_content', 'bundle.evaluate'])]),
        ...this.all(locations),
      ]),
    ];
  }

  handlers(): Handler[] {
    return [...this.#handlers.keys()];
  }

  files(): SetupFile[] {
    return [...this.#files.values()];
  }

  #arg(arg: PlacedArg): string {
    if (typeof arg === 'string') return arg;
    if (typeof arg === 'function') return this.#exported(arg);
    if ('port' in arg) return `127.0.0.1:${this.#place.ports?.get(arg.port) ?? 0}`;
    this.#files.set(arg.file, arg);
    return `${this.#place.folder}/${arg.file}`;
  }

  /** Cases of one law share its handlers, since scripts are compiled for each request. */
  #exported(handler: Handler): string {
    const name = this.#handlers.get(handler) ?? `bundle.h${this.#handlers.size}`;
    this.#handlers.set(handler, name);
    return name;
  }
}

/** A directive with its content; `wordOf` writes its arguments. */
export function directiveText(
  { name, args, block: inner }: PlacedDirective,
  wordOf: (arg: PlacedArg) => string,
): string {
  const words = [name, ...args.map(wordOf)];
  if (inner === undefined) return line(words);
  return directiveBlock(
    words.map(quoted).join(' '),
    inner.map((one) => directiveText(one, wordOf)),
  );
}

/** A directive without a block. */
export const line = (words: readonly string[]): string => `${words.map(quoted).join(' ')};`;

/** A directive with a block of such lines. */
export const directiveBlock = (head: string, lines: readonly string[]): string =>
  `${head} {\n${lines.map((text) => text.replace(/^/gm, '  ')).join('\n')}\n}`;

/** A word, in double quotes if it has special characters of the configuration language. */
const quoted = (word: string): string => (/^[^\s"'{};\\#]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`);
