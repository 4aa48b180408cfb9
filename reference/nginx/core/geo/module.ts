import { byteStringOf } from '../../../host/support/byte-string.js';
import { scopeOf } from '../../../host/support/settings/block.js';
import type { ConfigurationModule, Directive, Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import type { VariableReader } from '../../../host/support/settings/scope.js';
import { variableNameOf } from '../../../host/support/settings/values.js';
import { forwardedFor } from '../forwarded.js';
import { bitsOf, type Network, networkOf } from '../network.js';
import { GeoNetworks } from './networks.js';
import { GeoRanges } from './ranges.js';
import type { GeoTable } from './table.js';

/** `geo` of requests and of sessions. */
export const geoModule: ConfigurationModule = {
  name: 'geo',
  directives: [{ name: 'geo', contexts: ['http', 'stream'], arity: [1, 2], opens: 'list', read: geo }],
};

/** The content of a `geo` block while it is read. */
interface GeoDraft {
  table: GeoTable;
  isEmpty: boolean;
  readonly proxies: Network[];
  recursive: boolean;
  volatile: boolean;
}

function geo({ words, entries, block, place, warn }: Statement): void {
  const scope = scopeOf(block);
  const target = variableNameOf(words.at(-1) ?? '', place);
  const source = words.length === 1 ? 'remote_addr' : variableNameOf(words[0] ?? '', place);
  if (words.length > 1) scope.refer(source, place);
  const draft: GeoDraft = { table: new GeoNetworks(), isEmpty: true, proxies: [], recursive: false, volatile: false };
  for (const entry of entries) take(draft, entry, (message) => warn(message, entry));
  const { table, proxies, recursive } = draft;
  const compute = ({ value }: VariableReader) => {
    const address = value(source) ?? '';
    const lines = proxies.length === 0 ? [] : [value('http_x_forwarded_for') ?? ''];
    const named = forwardedFor(address, lines, { networks: proxies, unix: false, recursive });
    return table.find(named?.bits ?? bitsOf(address));
  };
  scope.declare(target, { kind: 'computed', compute, cacheable: !draft.volatile }, place);
}

function take(draft: GeoDraft, entry: Directive, warn: (message: string) => void): void {
  const { name, arguments: words } = entry;
  const [value, ...more] = words;
  if (value === undefined && isOption(draft, entry)) return;
  if (value === undefined || more.length > 0)
    throw new ConfigurationError('invalid number of the geo parameters', entry);
  if (name === 'proxy') {
    draft.proxies.push(networkIn(value, entry, warn));
    return;
  }
  draft.isEmpty = false;
  const isDeletion = name === 'delete';
  const taken = isDeletion ? draft.table.delete(value, warn) : draft.table.add(name, byteStringOf(value), warn);
  if (typeof taken === 'string') throw new ConfigurationError(taken, entry);
  const kind = draft.table instanceof GeoRanges ? 'range' : 'network';
  if (!taken) throw new ConfigurationError(`invalid ${kind} "${isDeletion ? value : name}"`, entry);
}

/** Reads an entry of one word, if it is an option. */
function isOption(draft: GeoDraft, entry: Directive): boolean {
  switch (entry.name) {
    case 'ranges':
      if (!draft.isEmpty)
        throw new ConfigurationError('the "ranges" directive must be the first directive inside "geo" block', entry);
      draft.table = new GeoRanges();
      return true;
    case 'proxy_recursive':
      draft.recursive = true;
      return true;
    case 'volatile':
      draft.volatile = true;
      return true;
    default:
      return false;
  }
}

function networkIn(text: string, entry: Directive, warn: (message: string) => void): Network {
  const network = networkOf(text);
  if (network === undefined) throw new ConfigurationError(`invalid network "${text}"`, entry);
  if (network.hasFurtherBits) warn(`low address bits of ${text} are meaningless`);
  return network;
}
