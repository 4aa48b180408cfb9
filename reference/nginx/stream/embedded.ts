import type { StreamSession } from '../../host/stream/session.js';
import { byteStringOf } from '../../host/support/byte-string.js';
import { cached, type EmbeddedVariable, volatile } from '../../host/variables/variables.js';
import { furtherValue } from '../core/proxy-protocol/header.js';
import { serverNames } from '../servers/names.js';
import { commonVariables } from '../variables/common-variables.js';

const embedded: Readonly<Record<string, EmbeddedVariable<StreamSession>>> = {
  ...commonVariables<StreamSession>(({ client }) => client),
  bytes_received: cached(({ received }) => String(received)),
  bytes_sent: cached(({ sent }) => String(sent)),
  protocol: cached(({ client }) => (client.transport === undefined ? 'TCP' : 'UDP')),
  server_name: cached(({ block }) => byteStringOf(serverNames.of(block)[0] ?? '')),
  realip_remote_addr: cached(({ arrival }) => arrival.client.remoteAddress),
  realip_remote_port: cached(({ arrival }) => arrival.client.remotePort),
  session_time: volatile(({ started }) => ((Date.now() - started) / 1000).toFixed(3)),
  status: volatile(({ status }) => String(status).padStart(3, '0')),
};

const tlvPrefix = 'proxy_protocol_tlv_';

/** The embedded variable with a lower-case name. */
export function streamVariable(name: string): EmbeddedVariable<StreamSession> | undefined {
  if (Object.hasOwn(embedded, name)) return embedded[name];
  if (!name.startsWith(tlvPrefix)) return undefined;
  const get = ({ client }: StreamSession) => furtherValue(client.proxied, name.slice(tlvPrefix.length));
  return { get, cacheable: true, family: true };
}
