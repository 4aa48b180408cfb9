import { type Again, again, type StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { declined } from '../../host/support/phases.js';
import { withinStream } from '../../host/support/settings/block.js';
import { setting } from '../../host/support/settings/directive.js';
import { flag } from '../../host/support/settings/values.js';
import { cached, type EmbeddedVariable } from '../../host/variables/variables.js';
import type { StreamModule } from '../modules/module.js';
import { type ClientHello, helloOf } from '../tls/client-hello.js';
import { enterServer } from './entrance.js';

const isOn = setting('ssl_preread', withinStream, flag, false);

/** The received part of a client's first message. */
class ReceivedHello {
  hello: ClientHello | undefined;
  isNone = false;
}

const versions: Readonly<Record<number, string>> = {
  2: 'SSLv2',
  [0x300]: 'SSLv3',
  [0x301]: 'TLSv1',
  [0x302]: 'TLSv1.1',
  [0x303]: 'TLSv1.2',
  [0x304]: 'TLSv1.3',
};

/** `ssl_preread`: inspects the TLS handshake of a client with another server, without taking part in it. */
export const sslPrereadModule: StreamModule = {
  name: 'stream_ssl_preread',
  directives: [isOn],
  variables: {
    ssl_preread_server_name: ofHello(({ serverName = '' }) => serverName),
    ssl_preread_protocol: ofHello(({ version }) => versions[version] ?? ''),
    ssl_preread_alpn_protocols: ofHello(({ protocols }) => protocols.join(',')),
  },
  preread: [look],
};

/** No value for a client that does not speak TLS; empty until the whole message has arrived. */
function ofHello(get: (hello: ClientHello) => string): EmbeddedVariable<StreamSession> {
  return cached((session) => {
    const seen = session.kept(ReceivedHello);
    if (seen === undefined || seen.isNone) return undefined;
    return seen.hello === undefined ? '' : get(seen.hello);
  });
}

function look(session: StreamSession): StreamDecision | Again {
  if (!isOn.of(session.block) || session.kept(ReceivedHello)?.hello !== undefined) return declined;
  const bytes = session.preread;
  if (bytes === undefined || bytes.length === 0) return again;
  const found = helloOf(bytes);
  const seen = session.keptOrNew(ReceivedHello);
  if (found === 'incomplete') return again;
  seen.isNone = found === 'none';
  if (typeof found === 'string') return declined;
  seen.hello = found;
  enterServer(session, found.serverName);
  return declined;
}
