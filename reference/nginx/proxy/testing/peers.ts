import type { Test } from 'tape';
import type { TestHost } from '../../../testing/host.js';
import { type PeerAnswer, TestPeer } from '../../../testing/peer.js';

/** A short answer of a peer. */
export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

/** Starts peers, which end with the test. */
export async function peers(t: Test, ...answers: readonly (PeerAnswer | string)[]): Promise<readonly TestPeer[]> {
  const started = await Promise.all(answers.map((answer) => TestPeer.listen(answer)));
  for (const peer of started) t.teardown(() => peer.close());
  return started;
}

/** A port of the loopback interface without a listener. */
export async function closedPort(): Promise<number> {
  const peer = await TestPeer.listen(ok);
  const { port } = peer;
  await peer.close();
  return port;
}

/** Sends a request on a connection of its own; an end is added to an incomplete head. */
export function ask(host: TestHost, line: string, ...headers: readonly string[]): Promise<string> {
  return host.raw(`${line} HTTP/1.1\r\n${['Host: h', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
}

/** The log lines with some text, from the message on. */
export function logged(host: TestHost, text: string): readonly string[] {
  return host
    .log()
    .filter((line) => line.includes(text))
    .map((line) => line.replace(/^.*?\*\d+ /, ''));
}
