/** 2/http-request-object-methods/r-read-request-form, 2/form-object/p1: reads application/x-www-form-urlencoded. */
import type { FormEntry } from '../../../../port/form.js';
import { type ByteString, textOf } from '../../../support/byte-string.js';
import { FormError } from './form-error.js';

/** Entries of `application/x-www-form-urlencoded`, which ampersands separate; empty ones are omitted. */
export function* urlencodedEntries(body: Buffer): Iterable<FormEntry> {
  for (const pair of body.toString('latin1').split('&')) {
    if (pair === '') continue;
    const sign = pair.indexOf('=');
    const name = sign < 0 ? pair : pair.slice(0, sign);
    const value = sign < 0 ? '' : pair.slice(sign + 1);
    yield { kind: 'text', name: decoded(name), text: decoded(value) };
  }
}

/** A plus sign is a space. A percent sign without two digits makes the form malformed, although the URL standard allows it. */
function decoded(bytes: ByteString): string {
  if (/%(?![\da-f]{2})/i.test(bytes)) throw new FormError('malformed percent escape');
  const unescaped = bytes.replaceAll('+', ' ').replace(/(?:%..)+/g, bytesOfEscapes);
  return textOf(unescaped);
}

/** Decodes a run of escapes at once, since a body may contain nothing else. */
function bytesOfEscapes(escapes: string): ByteString {
  return Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('latin1');
}
