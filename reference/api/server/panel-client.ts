import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonValue, parseJson } from '../support/json.js';
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
  const { status, body } = await ask(panel).catch((error: unknown) => {
    throw new PanelError(`${panel}: no control panel answers here (${codeOf(error)})`);
  });
  const credentials = status === 200 ? readCredentials(body) : undefined;
  if (credentials === undefined) throw new PanelError(`${panel}: the control panel gave no key, status ${status}`);
  return credentials;
}

function ask(socketPath: string): Promise<{ readonly status: number; readonly body: string }> {
  const signal = AbortSignal.timeout(PATIENCE);
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/api-keys', agent: false, signal });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    outgoing.end();
  });
}

function readCredentials(body: string): Credentials | undefined {
  const value = jsonOf(body);
  if (!isJsonObject(value) || !isText(value.clientId) || !isText(value.apiKey)) return undefined;
  return { clientId: value.clientId, apiKey: value.apiKey };
}

function jsonOf(body: string): JsonValue | undefined {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
