import type { IncomingMessage } from 'node:http';
import { isJsonObject, isText, isTexts, type JsonObject, jsonOf, utf8Of } from '../support/json.js';
import { HttpRefusal } from './http.js';

/** The longest payload, in bytes. */
const LONGEST_PAYLOAD = 2 ** 20;

/** The JSON object of a request's body. Throws `HttpRefusal`: 415, 413 or 400. 1/endpoints/p1 */
export async function readPayload(request: IncomingMessage): Promise<JsonObject> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HttpRefusal(415, 'the payload must be sent with Content-Type: application/json');
  // RFC 8259, section 8.1: without a byte order mark.
  const value = jsonOf(utf8Of(await readBody(request)) ?? '');
  if (!isJsonObject(value)) throw new HttpRefusal(400, 'the payload must be a JSON object in UTF-8');
  return value;
}

/** The rest of a payload that is too long is read and dropped, so that the client can read the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request) {
      length += part.length;
      if (length <= LONGEST_PAYLOAD) parts.push(part);
    }
  } catch {
    throw new HttpRefusal(400, 'the payload is incomplete');
  }
  if (length > LONGEST_PAYLOAD)
    throw new HttpRefusal(413, `the payload must not be longer than ${LONGEST_PAYLOAD} bytes`);
  return Buffer.concat(parts);
}

/** A required field. Throws `HttpRefusal`, as the functions below. */
export function textField(payload: JsonObject, field: string): string {
  const value = payload[field];
  if (isText(value)) return value;
  throw new HttpRefusal(400, `${field} must be a string`, { field });
}

export function nameField(payload: JsonObject): string {
  const name = textField(payload, 'name');
  if (name !== '') return name;
  throw new HttpRefusal(400, 'name must not be empty', { field: 'name' });
}

export function textsField(payload: JsonObject, field: string): readonly string[] {
  const value = payload[field];
  if (isTexts(value)) return value;
  throw new HttpRefusal(400, `${field} must be an array of strings`, { field });
}
