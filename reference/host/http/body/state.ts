/** 2/http-request-object/r-request-buffer, 2/limits/body-held-in-memory: how far the body of a request was read. */
import type { TemporaryFile } from '../../support/temporary-file.js';
import type { RequestBody } from './body.js';
import type { BodyDecision } from './source.js';

/** The body of a request while it is served. */
export class BodyState {
  /** What was read. */
  content: RequestBody | undefined;
  /** The file that the body is in, or would be, had all of it come. */
  file: TemporaryFile | undefined;
  /** Whether the body is thrown away. */
  isDiscarded = false;
  /** Whether the body was read, or is not wanted. */
  isRead = false;
  /** What becomes of the request once its body is read, while that is under way. */
  reading: Promise<BodyDecision> | undefined;
}
