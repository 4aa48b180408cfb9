/** 2/http-request-object/r-request-buffer, 2/limits/body-held-in-memory: the state of a request's body. */
import type { TemporaryFile } from '../../support/temporary-file.js';
import type { RequestBody } from './body.js';
import type { BodyDecision } from './source.js';

/** The body of a request while it is served. */
export class BodyState {
  /** The body that was read. */
  content: RequestBody | undefined;
  /** The file with the body, or the file that was made for an incomplete body. */
  file: TemporaryFile | undefined;
  /** Whether the body is discarded. */
  isDiscarded = false;
  /** Whether the body was read, or is not needed. */
  isRead = false;
  /** The result for the request, while its body is being read. */
  reading: Promise<BodyDecision> | undefined;
}
