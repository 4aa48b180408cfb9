import { connect } from 'node:net';

const RETRY_MS = 3;

/** Resolves to true once somebody accepts connections on the loopback port, to false when `gone` settles before. */
export async function awaitListening(port: number, gone: Promise<unknown>): Promise<boolean> {
  let over = false;
  void gone.then(() => {
    over = true;
  });
  while (!over) {
    if (await accepts(port)) return true;
    // Nothing tells when a foreign process starts to listen; it has to be tried.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
