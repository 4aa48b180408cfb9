import type { HttpDecision } from '../../host/http/phases.js';
import { redirected, redirectedToLocation } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { declined } from '../../host/support/phases.js';
import { systemError } from '../../host/support/system-errors.js';
import { absentCodes, look } from './files.js';
import { follow, triedPath } from './paths.js';
import { type LastResort, staticSettings } from './settings.js';

/** Redirects a request to the first existing file of `try_files`, or else to its last word. */
export function findTried(request: HttpRequest): HttpDecision {
  // As on real hosts, conditional blocks inside a location do not inherit it.
  const tried = staticSettings.tryFiles.own(request.block);
  if (tried === undefined) return declined;
  for (const { name, isFolder } of tried.candidates) {
    const isComputed = name.some(({ kind }) => kind === 'variable');
    const { path, uri } = triedPath(request, request.variables.evaluate(name), isComputed);
    const found = look(path);
    if (found.kind === 'failed' && !absentCodes.has(found.code)) {
      request.logLine('crit', `stat() "${path}" failed`, systemError(found.code));
    }
    if (found.kind === 'failed' || (found.kind === 'folder') !== isFolder) continue;
    follow(request, uri, isFolder);
    return declined;
  }
  return lastResort(request, tried.last);
}

function lastResort(request: HttpRequest, last: LastResort): HttpDecision {
  switch (last.kind) {
    case 'status':
      return { kind: 'refused', status: last.status };
    case 'named':
      return toNamed(request, last.name);
    case 'target':
      request.route.hasArgs = true;
      return redirected(request, splitTarget(request.variables.evaluate(last.target)));
  }
}

function toNamed(request: HttpRequest, name: string): HttpDecision {
  const { locations } = request.arrival.server;
  const found = locations.find(({ pattern }) => pattern.kind === 'named' && pattern.name === name);
  if (found !== undefined) return redirectedToLocation(request, found);
  request.logLine('error', `could not find named location "@${byteStringOf(name)}"`);
  return { kind: 'refused', status: 500 };
}

function splitTarget(target: ByteString): { readonly uri: ByteString; readonly args: ByteString } {
  const question = target.indexOf('?');
  return question < 0
    ? { uri: target, args: '' }
    : { uri: target.slice(0, question), args: target.slice(question + 1) };
}
