import type { HttpDecision, HttpPart } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { discardBody } from '../../host/http/sending.js';
import { type ByteString, percentEncoded } from '../../host/support/byte-string.js';
import { answered, declined } from '../../host/support/phases.js';
import { systemError } from '../../host/support/system-errors.js';
import { absentCodes, openFile, type StaticFile, servedMethods } from './files.js';
import { findIndex } from './index-files.js';
import { filePathOf } from './paths.js';
import { choosingRanges, entityTag, isUnsatisfiable, offerRanges } from './ranges.js';
import { sendFile } from './send-file.js';
import { staticSettings } from './settings.js';
import { findTried } from './try-files.js';

/** Answers requests with files. Other modules take precedence in their locations. */
export const staticContent: HttpPart = {
  phases: [
    { phase: 'precontent', handle: findTried },
    { phase: 'content', handle: findIndex },
    { phase: 'content', handle: sendStatic },
    { phase: 'content', handle: refuseFolder },
  ],
  filters: [choosingRanges],
};

async function sendStatic(request: HttpRequest): Promise<HttpDecision> {
  const { method } = request.route;
  if (!servedMethods.has(method)) return refused(405);
  if (request.route.uri.endsWith('/')) return declined;
  const path = filePathOf(request);
  const file = openFile(path);
  switch (file.kind) {
    case 'failed':
      return refuseFailed(request, path, file.code);
    case 'folder':
      request.response.headers.set('Location', [slashed(request)]);
      return refused(301);
    case 'other':
      request.logLine('crit', `"${path}" is not a regular file`);
      return refused(404);
    case 'file':
      if (method === 'POST') return refused(405, file);
      return answer(request, file);
  }
}

function refused(status: number, file?: StaticFile): HttpDecision {
  file?.close();
  return { kind: 'refused', status };
}

async function answer(request: HttpRequest, file: StaticFile): Promise<HttpDecision> {
  if (!discardBody(request)) return refused(400, file);
  request.response.status = 200;
  request.response.headers.setLastModified(file.modified * 1000);
  if (staticSettings.etag.of(request.block)) request.response.headers.setEntityTag(entityTag(file));
  offerRanges(request);
  await sendFile(request, file);
  return isUnsatisfiable(request) ? refused(416) : answered;
}

function refuseFailed(request: HttpRequest, path: ByteString, code: string): HttpDecision {
  const status = absentCodes.has(code) ? 404 : code === 'EACCES' ? 403 : 500;
  const level = status === 500 ? 'crit' : 'error';
  if (status !== 404 || staticSettings.logNotFound.of(request.block)) {
    request.logLine(level, `open() "${path}" failed`, systemError(code));
  }
  return refused(status);
}

/** The URL of a folder, for a client that omitted the last slash. */
function slashed({ route: { uri, args } }: HttpRequest): ByteString {
  const escaped = uri.replace(/[^!$&'()*+,\-./0-9:;=@A-Z[\]_a-z~]/g, percentEncoded);
  return args === '' ? `${escaped}/` : `${escaped}/?${args}`;
}

/** Refuses a folder without an index file. */
function refuseFolder(request: HttpRequest): HttpDecision {
  if (!request.route.uri.endsWith('/')) return declined;
  request.logLine('error', `directory index of "${filePathOf(request)}" is forbidden`);
  return refused(403);
}
