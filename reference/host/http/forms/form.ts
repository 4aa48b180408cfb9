import type { FormEntry } from '../../../port/form.js';
import type { Outcome } from '../../../port/outcome.js';
import type { ByteString } from '../../byte-string.js';
import { FormError } from './form-error.js';
import { parametrized, trimmed } from './parameters.js';
import { urlencodedEntries } from './urlencoded.js';

/** The longest boundary that real hosts take. */
const maxBoundary = 200;

/** 2/http-request-object-methods/r-read-request-form: the entries of a body, if it has at most so many. */
export async function formEntries(
  contentType: ByteString | undefined,
  body: Buffer,
  maxKeys: number,
): Promise<Outcome<readonly FormEntry[]>> {
  try {
    const entries = await entriesOf(contentType ?? '', body);
    return { ok: true, value: limited(entries, maxKeys) };
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return { ok: false, name: 'TypeError', message: error.message };
  }
}

/** Few hosts ever see a form with parts, so that what reads them is loaded for the first one. */
async function entriesOf(contentType: ByteString, body: Buffer): Promise<Iterable<FormEntry>> {
  if (contentType === '') throw new FormError('request content type is required');
  const [type = ''] = contentType.split(';', 1);
  switch (trimmed(type).toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      boundaryOf(contentType);
      return urlencodedEntries(body);
    case 'multipart/form-data': {
      const boundary = boundaryOf(contentType);
      if (boundary === undefined) throw new FormError('multipart boundary is required');
      const { multipartEntries } = await import('./multipart.js');
      return multipartEntries(body, boundary);
    }
    default:
      throw new FormError('unsupported content type');
  }
}

/** Parameters have to be well formed, of either type. */
function boundaryOf(contentType: ByteString): ByteString | undefined {
  const { parameters } = parametrized(contentType, 'content type', ['boundary']);
  const boundary = parameters.get('boundary');
  if (boundary === undefined) return undefined;
  if (boundary === '' || boundary.length > maxBoundary) throw new FormError('invalid multipart boundary');
  return boundary;
}

/** What is malformed behind the limit nobody learns of: 2/errors/r-read-request-form */
function limited(entries: Iterable<FormEntry>, maxKeys: number): FormEntry[] {
  const read: FormEntry[] = [];
  for (const entry of entries) {
    if (read.length >= maxKeys) throw new FormError('maxKeys limit exceeded');
    read.push(entry);
  }
  return read;
}
