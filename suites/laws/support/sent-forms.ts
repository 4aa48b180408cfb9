/** Requests with forms: framing and sending of bodies. */
import type { HostPartner, WireRequest } from '../../language/partners.js';
import { formBody, type SentForm, typeOf } from './forms.js';
import { type BodyCut, type Upload, type UploadFraming, uploaded } from './uploading.js';

/** A form, and how it is sent; by default with its length and in one segment. */
export interface FormRequest extends SentForm, Pick<WireRequest, 'method' | 'version' | 'headers'> {
  readonly way?: 'whole' | UploadFraming | BodyCut;
  /** The body is sent when the host requests it, because something reads it. */
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

/** The responses on a connection each, or all on one without waiting, and then bytes that belong to no response. */
export async function responsesTo(uploads: readonly Upload[], host: HostPartner, together = false): Promise<unknown> {
  const responses: unknown[] = [];
  for (const group of together ? [uploads] : uploads.map((upload) => [upload])) {
    const { responses: own, left } = await uploaded(group, await host.connect('http'), together);
    responses.push(...own, ...(left === '' ? [] : [{ left }]));
  }
  return responses;
}
