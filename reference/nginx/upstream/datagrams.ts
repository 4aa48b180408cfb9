import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { codeOf } from '../../host/support/system-errors.js';
import { Datagrams } from '../core/datagrams.js';
import type { ConnectOptions, NoConnection } from './connection.js';

/** An upstream that receives datagrams, and their source address. */
interface DatagramUpstream {
  readonly datagrams: Datagrams;
  readonly from: string;
}

/** A socket whose datagrams go to an upstream server. */
export async function connectedDatagrams({
  address,
  binding,
}: Pick<ConnectOptions, 'address' | 'binding'>): Promise<DatagramUpstream | NoConnection> {
  if (address.kind !== 'tcp') return { failure: { kind: 'error', code: 'EPROTOTYPE' }, isSecuring: false };
  const socket = createSocket(isIPv6(address.host) ? 'udp6' : 'udp4');
  const datagrams = new Datagrams(
    (bytes, done) => socket.send(bytes, done),
    () => socket.close(),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      const connect = () => socket.connect(address.port, address.host, resolve);
      if (binding === undefined) connect();
      else socket.bind({ address: binding.localAddress, port: binding.localPort }, connect);
    });
  } catch (error) {
    datagrams.destroy();
    return { failure: { kind: 'error', code: error instanceof Error ? codeOf(error) : '' }, isSecuring: false };
  }
  socket.removeAllListeners('error');
  socket.on('message', (bytes) => datagrams.receive(bytes));
  socket.on('error', (error) => datagrams.destroy(error));
  const { address: host, port } = socket.address();
  return { datagrams, from: `${host}:${port}` };
}
