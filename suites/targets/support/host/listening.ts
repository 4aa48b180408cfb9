import { connect } from 'node:net';

const RETRY_MS = 3;

/** Waits until the loopback port accepts connections, `gone` settles, or so many milliseconds have passed. */
export async function awaitListening(
  port: number,
  gone: Promise<unknown>,
  mostMs: number,
): Promise<'listens' | 'gone' | 'late'> {
  let over = false;
  void gone.then(() => {
    over = true;
  });
  const end = performance.now() + mostMs;
  while (!over) {
    if (await accepts(port)) return 'listens';
    if (performance.now() > end) return 'late';
    // A foreign process does not report when it starts to listen, so we poll.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return 'gone';
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
