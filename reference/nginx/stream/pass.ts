import type { Server } from 'node:net';
import type { StreamDecision, StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { answered, declined } from '../../host/support/phases.js';
import { scopeOf } from '../../host/support/settings/block.js';
import { optionalSetting, type Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError, misused } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { word } from '../../host/support/settings/values.js';
import type { Address } from '../core/listen.js';
import type { StreamModule } from '../modules/module.js';
import { readPlace } from '../upstream/address.js';
import { contentBy } from './directives.js';

const target = optionalSetting<Template>('pass', ['stream server'], readTarget, { inherit: 'nothing' });

/** `pass`: passes the connection of a session to another server of the host. */
export const passModule: StreamModule = { name: 'stream_pass', directives: [target] };

function readTarget(words: readonly string[], { block, place }: Statement): Template {
  const text = word(words);
  contentBy.set(block, 'pass');
  const template = scopeOf(block).template(text, place);
  if (template.some(({ kind }) => kind === 'variable')) return template;
  const found = addressIn(text);
  if (typeof found !== 'string') return template;
  if (/^no (?:port|addresses)$/.test(found)) throw misused('pass', `has ${found}`, place);
  throw new ConfigurationError(`${found} in "${text}" of the "pass" directive`, place);
}

/** The address in a text; names are not allowed here. */
function addressIn(text: string): Address | string {
  const anyPort = 1;
  const read = readPlace(text, anyPort);
  if (typeof read === 'string') return read;
  if (read.place.kind === 'name') return 'no addresses';
  return read.place.kind === 'tcp' && read.port === '' ? 'no port' : read.place;
}

/** Numbers of connections that another server had before. */
export const numbers = new WeakMap<object, number>();

const portNotFound = { kind: 'refused', status: 200 } as const;

/** The content handler of `pass`; `find` returns the host's server at an address. */
export function passingTo(find: (address: Address) => Server | undefined): StreamPart {
  const handle = (session: StreamSession): StreamDecision => {
    const configured = target.of(session.block);
    if (configured === undefined || contentBy.of(session.block) !== 'pass') return declined;
    session.doing = 'passing connection to port';
    const text = session.variables.evaluate(configured);
    const address = addressIn(text);
    if (typeof address === 'string') {
      session.logLine('error', byteStringOf(`${address} in pass "${text}"`));
      return { kind: 'refused', status: 500 };
    }
    const server = session.client.transport === undefined ? find(address) : undefined;
    if (server === undefined) {
      session.logLine('error', byteStringOf(`port not found for "${text}"`));
      return portNotFound;
    }
    const { stream } = session.arrival;
    session.isHandedOver = true;
    numbers.set(stream, session.client.number);
    server.emit('connection', stream);
    return answered;
  };
  return { phases: [{ phase: 'content', handle }] };
}
