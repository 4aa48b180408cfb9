import type { HttpRequest } from './request.js';

/** Reads the request body into memory; false when it is larger than the location allows. */
export async function readBody(request: HttpRequest): Promise<boolean> {
  const limit = request.settings.clientMaxBodySize;
  const tooLarge = (size: number) => limit > 0 && size > limit;
  if (tooLarge(Number(request.headersIn.first('content-length') ?? 0))) return false;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.message) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (tooLarge(size)) return false;
    parts.push(part);
  }
  if (size > 0) request.body = Buffer.concat(parts);
  return true;
}
