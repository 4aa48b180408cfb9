import type { FormEntry } from '../../../../port/form.js';
import type { PortOutcome } from '../../../../port/outcome.js';
import type { ByteString } from '../../../support/byte-string.js';
import { FormError } from './form-error.js';
import { multipartEntries } from './multipart.js';
import { beforeParameters, parametersOf, trimmed } from './parameters.js';
import { urlencodedEntries } from './urlencoded.js';

/** The longest boundary that real hosts accept. */
const maxBoundary = 200;

/** 2/http-request-object-methods/r-read-request-form: the entries of a body, up to a limit. */
export function formEntries(
  contentType: ByteString | undefined,
  body: Buffer,
  maxKeys: number,
): PortOutcome<readonly FormEntry[]> {
  try {
    return { ok: true, value: limited(entriesOf(contentType ?? '', body), maxKeys) };
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return { ok: false, name: 'TypeError', message: error.message };
  }
}

function entriesOf(contentType: ByteString, body: Buffer): Iterable<FormEntry> {
  if (contentType === '') throw new FormError('request content type is required');
  switch (trimmed(beforeParameters(contentType)).toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      boundaryOf(contentType);
      return urlencodedEntries(body);
    case 'multipart/form-data': {
      const boundary = boundaryOf(contentType);
      if (boundary === undefined) throw new FormError('multipart boundary is required');
      return multipartEntries(body, boundary);
    }
    default:
      throw new FormError('unsupported content type');
  }
}

/** For either type, parameters must be well-formed. */
function boundaryOf(contentType: ByteString): ByteString | undefined {
  const boundary = parametersOf(contentType, 'content type', ['boundary']).get('boundary');
  if (boundary === undefined) return undefined;
  if (boundary === '' || boundary.length > maxBoundary) throw new FormError('invalid multipart boundary');
  return boundary;
}

/** Malformed input after the limit is not reported: 2/errors/r-read-request-form */
function limited(entries: Iterable<FormEntry>, maxKeys: number): FormEntry[] {
  const read: FormEntry[] = [];
  for (const entry of entries) {
    if (read.length >= maxKeys) throw new FormError('maxKeys limit exceeded');
    read.push(entry);
  }
  return read;
}
