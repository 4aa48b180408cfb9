import type { RewriteStep, Settings } from '../configuration/configuration.js';
import { announcesTooMuch, readBody } from './body.js';
import type { HttpHost } from './host.js';
import { findLocation } from './locations.js';
import type { HttpRequest } from './request.js';
import { abandon, sendPage, sendReturn } from './response.js';
import { RequestScripts } from './scripting.js';

/** Takes one request through the phases of the host: rewrite, find the location, rewrite there, access, content. */
export async function serve(request: HttpRequest, host: HttpHost): Promise<void> {
  const scripts = new ScriptsOfRequest(request, host);
  request.variables.sources = {
    configuration: host.configuration,
    callHandler: (handler) => scripts.current?.callVariable(handler),
  };
  try {
    await runPhases(request, scripts);
  } finally {
    scripts.close();
  }
}

async function runPhases(request: HttpRequest, scripts: ScriptsOfRequest): Promise<void> {
  if (request.server.rewrite.length > 0) await scripts.prepare(request.server.settings);
  if (rewrite(request, request.server.rewrite)) return;
  request.match = findLocation(request.server, request.uri);
  const location = request.match?.location;
  if (location === undefined || location.internal) return sendPage(request, 404);
  if (announcesTooMuch(request)) return refuseBody(request);
  await scripts.prepare(location.settings);
  if (rewrite(request, location.rewrite)) return;
  if (!(await isGranted(request, scripts))) return;
  if (location.content === undefined) return sendPage(request, 404);
  await runContent(request, scripts, location.content.handler);
}

/** 2/http-request-object-methods/r-decline: a handler that does not answer grants access by that. */
async function isGranted(request: HttpRequest, scripts: ScriptsOfRequest): Promise<boolean> {
  const { accessHandler } = request.settings;
  if (accessHandler === undefined) return true;
  const ended = await scripts.run(accessHandler);
  if (ended === 'ended' && !request.headerSent) return true;
  endUnanswered(request);
  return false;
}

async function runContent(request: HttpRequest, scripts: ScriptsOfRequest, handler: string): Promise<void> {
  const body = await readBody(request);
  if (body === 'too large') return refuseBody(request);
  if (body === 'gone') return;
  await scripts.run(handler);
  endUnanswered(request);
}

/** What becomes of a request whose handler is through and has not finished a response. */
function endUnanswered(request: HttpRequest): void {
  if (request.finished) return;
  if (request.headerSent) abandon(request);
  else sendPage(request, 500);
}

function refuseBody(request: HttpRequest): void {
  request.logLine('error', 'client intended to send too large body');
  sendPage(request, 413);
}

/** Runs rewrite steps; true when one of them answered. */
function rewrite(request: HttpRequest, steps: readonly RewriteStep[]): boolean {
  for (const step of steps) {
    switch (step.kind) {
      case 'set':
        request.variables.assign(step.name, request.variables.evaluate(step.value));
        break;
      case 'return': {
        const text = step.text === undefined ? undefined : request.variables.evaluate(step.text);
        sendReturn(request, step.status, text === undefined ? undefined : Buffer.from(text, 'latin1'));
        return true;
      }
    }
  }
  return false;
}

/** Script VMs of a request: one for each set of imports that it meets. */
class ScriptsOfRequest {
  readonly #request: HttpRequest;
  readonly #host: HttpHost;
  readonly #scripts = new Map<object, RequestScripts>();
  current: RequestScripts | undefined;

  constructor(request: HttpRequest, host: HttpHost) {
    this.#request = request;
    this.#host = host;
  }

  /** Makes the scripts imported where the settings hold the current ones. Variable handlers cannot wait for that. */
  async prepare(settings: Settings): Promise<void> {
    const pool = this.#host.pool(settings);
    if (pool === undefined) return;
    this.current = this.#scripts.get(pool) ?? (await RequestScripts.take(pool, this.#request));
    this.#scripts.set(pool, this.current);
  }

  async run(handler: string): Promise<'ended' | 'failed'> {
    return (await this.current?.run(handler)) ?? 'failed';
  }

  /** Not at once: Node tells of promises that nobody handles once everything else is done. */
  close(): void {
    for (const scripts of this.#scripts.values()) setImmediate(() => scripts.close());
  }
}
