import type { HttpDecision } from '../../host/http/phases.js';
import { redirected } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { declined } from '../../host/support/phases.js';
import { systemError } from '../../host/support/system-errors.js';
import { look, servedMethods } from './files.js';
import { filePathOf } from './paths.js';
import { indexTemplates, staticSettings } from './settings.js';

/** Sends a request for a folder to its first index file that exists. */
export function findIndex(request: HttpRequest): HttpDecision {
  const { block } = request;
  const { uri, args } = request.route;
  if (!uri.endsWith('/') || !servedMethods.has(request.route.method)) return declined;
  const folder = filePathOf(request);
  let isFolderKnown = false;
  for (const template of indexTemplates(block)) {
    const name = request.variables.evaluate(template);
    if (name.startsWith('/')) return redirected(request, { uri: name, args });
    const found = look(folder + name);
    if (found.kind !== 'failed') return redirected(request, { uri: uri + name, args });
    if (isRefusal(found.code)) return refuse(request, folder + name, found.code);
    if (found.code !== 'ENOENT') {
      request.logLine('crit', `open() "${folder + name}" failed`, systemError(found.code));
      return { kind: 'refused', status: 500 };
    }
    const outer = isFolderKnown ? undefined : look(folder);
    if (outer?.kind === 'failed') return refuse(request, folder + name, outer.code);
    isFolderKnown = true;
  }
  return declined;
}

function isRefusal(code: string): boolean {
  return code === 'EACCES' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}

function refuse(request: HttpRequest, path: ByteString, code: string): HttpDecision {
  if (code === 'EACCES') {
    request.logLine('error', `"${path}" is forbidden`, systemError(code));
    return { kind: 'refused', status: 403 };
  }
  if (staticSettings.logNotFound.of(request.block))
    request.logLine('error', `"${path}" is not found`, systemError(code));
  return { kind: 'refused', status: 404 };
}
