import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonValue, jsonOf } from '../support/json.js';
import type { Credentials } from './basic.js';
import { isText } from './records.js';
import { codeOf } from './state-error.js';

/** Milliseconds that a control panel may take. */
const PATIENCE = 10_000;

/** No control panel answered, or not with a key. */
export class PanelError extends Error {
  override get name(): string {
    return 'PanelError';
  }
}

/** Gets a new API key from the control panel at a socket, which revokes the previous one. Rejects with `PanelError`. */
export async function newKeyFrom(panel: string): Promise<Credentials> {
  const answer = await ask(panel).catch((error: unknown) => {
    throw new PanelError(`${panel}: no control panel answers here (${codeOf(error)})`);
  });
  if (isJsonObject(answer) && isText(answer.clientId) && isText(answer.apiKey))
    return { clientId: answer.clientId, apiKey: answer.apiKey };
  throw new PanelError(`${panel}: the control panel gave no key`);
}

/** The JSON of the answer; `undefined` for an answer that has none. */
function ask(socketPath: string): Promise<JsonValue | undefined> {
  const signal = AbortSignal.timeout(PATIENCE);
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/api-keys', agent: false, signal });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => text(response).then((body) => resolve(jsonOf(body)), reject));
    outgoing.end();
  });
}
