/** Requests with forms: how bodies are framed and sent. */
import type { HostPartner, WireRequest } from '../../language/partners.js';
import { formBody, type SentForm, typeOf } from './forms.js';
import { type BodyCut, type Upload, type UploadFraming, uploaded } from './uploading.js';

/** A form, and how it is sent; by default with its length and in one piece. */
export interface FormRequest extends SentForm, Pick<WireRequest, 'method' | 'version' | 'headers'> {
  readonly way?: 'whole' | UploadFraming | BodyCut;
  /** The body is sent when the host asks for it: when something reads it. */
  readonly expects?: true;
}

export function uploadOf(form: FormRequest, target: string, input: unknown): Upload {
  const { way = 'whole', method = 'POST', version = '1.1', headers = [], expects = false } = form;
  const [type, body] = [typeOf(form), formBody(form)];
  return {
    ...{ method, version, target, input },
    headers: [...(type === undefined ? [] : [['Content-Type', type] as const]), ...headers],
    framing: way === 'whole' ? 'length' : way,
    way: expects ? 'asked-in-pieces' : 'in-pieces',
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * The responses to requests, each on a connection of its own, or all on one where none waits for the response to the one before; behind
 * them the bytes that belong to no response, if any came.
 */
export async function responsesTo(uploads: readonly Upload[], host: HostPartner, together = false): Promise<unknown> {
  const responses: unknown[] = [];
  for (const group of together ? [uploads] : uploads.map((upload) => [upload])) {
    const { responses: own, left } = await uploaded(group, await host.connect('http'), together);
    responses.push(...own, ...(left === '' ? [] : [{ left }]));
  }
  return responses;
}
