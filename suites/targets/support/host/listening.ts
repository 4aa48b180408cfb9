import { connect } from 'node:net';

const RETRY_MS = 3;

/** Resolves to true once the loopback port accepts connections, to false when `gone` settles before. */
export async function awaitListening(port: number, gone: Promise<unknown>): Promise<boolean> {
  let over = false;
  void gone.then(() => {
    over = true;
  });
  while (!over) {
    if (await accepts(port)) return true;
    // A foreign process does not report when it starts to listen, so we poll.
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
