/** A configuration of nginx's that holds what one case needs, and nothing else; all paths are relative to its folder. */
import type { HostSetup, PlacedArg, PlacedDirective } from '../executor/merging.js';
import type { Handler } from '../language/setup.js';
import { block, line } from '../targets/support/host/configuration.js';

/** The port that stands in each configuration; `run.sh` replaces it where it is told another. */
export const PORT = 18080;
export const MODULE_FILE = 'handler.js';

/** A setup that needs more than a web server by itself: a peer, a stream, a file. */
export class NotAlone extends Error {}

/** Names of the handlers that a setup refers to. */
export function handlersIn(setup: HostSetup): readonly Handler[] {
  const found = new Set<Handler>();
  const walk = ({ args, block: inner = [] }: PlacedDirective): void => {
    for (const arg of args) if (typeof arg === 'function') found.add(arg);
    inner.forEach(walk);
  };
  [...setup.main, ...setup.http, ...setup.locations].forEach(walk);
  return [...found];
}

/**
 * `names` are those of the handlers; a location answers for what needs none of its own; `closes`: who sends bytes as they
 * are has to see where the answer ends.
 */
export function configurationText(
  setup: HostSetup,
  { names, engine, closes }: { names: ReadonlyMap<Handler, string>; engine: string; closes: boolean },
): string {
  if (setup.stream.length > 0) throw new NotAlone('it is about streams');
  const word = (arg: PlacedArg): string => {
    if (typeof arg === 'string') return arg;
    if (typeof arg === 'function') return `main.${names.get(arg)}`;
    throw new NotAlone(
      'port' in arg ? 'it takes a peer that the server connects to' : 'it takes a file beside the configuration',
    );
  };
  const node = ({ name, args, block: inner }: PlacedDirective): string => {
    const words = [name, ...args.map(word)];
    return inner === undefined
      ? line(words)
      : block(words.map((one) => line([one]).slice(0, -1)).join(' '), inner.map(node));
  };
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) =>
    line([`${name}_temp_path`, 'temporary']),
  );
  return [
    line(['load_module', 'modules/ngx_http_js_module.so']),
    line(['daemon', 'off']),
    line(['master_process', 'off']),
    line(['pid', 'nginx.pid']),
    line(['error_log', 'error.log', 'info']),
    ...setup.main.map(node),
    'events {}',
    block('http', [
      line(['access_log', 'off']),
      ...temporary,
      ...(closes ? [line(['keepalive_timeout', '0'])] : []),
      ...(engine === 'qjs' ? [line(['js_engine', 'qjs'])] : []),
      line(['js_import', 'main', 'from', MODULE_FILE]),
      ...setup.http.map(node),
      block('server', [
        line(['listen', `127.0.0.1:${PORT}`]),
        ...(setup.locations.length === 0 ? [block('location /', [line(['js_content', 'main.content'])])] : []),
        ...setup.locations.map(node),
      ]),
    ]),
    '',
  ].join('\n');
}
