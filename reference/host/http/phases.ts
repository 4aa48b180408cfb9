import type { RewriteStep, Settings } from '../configuration/configuration.js';
import { evaluateTemplate } from '../configuration/template.js';
import { readBody } from './body.js';
import type { HttpHost } from './host.js';
import { findLocation } from './locations.js';
import type { HttpRequest } from './request.js';
import { finish, sendHeader, sendPage, sendReturn } from './response.js';
import { RequestScripts } from './scripting.js';
import { Variables } from './variables.js';

/** Takes one request through the phases of the host: rewrite, find the location, rewrite there, content. */
export async function serve(request: HttpRequest, host: HttpHost): Promise<void> {
  const scripts = new ScriptsOfRequest(request, host);
  request.variables = new Variables({
    request,
    declared: host.configuration.variables,
    referenced: host.configuration.referenced,
    callHandler: (handler) => scripts.current?.callVariable(handler),
  });
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
  await scripts.prepare(location.settings);
  if (rewrite(request, location.rewrite)) return;
  if (location.content === undefined) return sendPage(request, 404);
  await runContent(request, scripts, location.content.handler);
}

async function runContent(request: HttpRequest, scripts: ScriptsOfRequest, handler: string): Promise<void> {
  if (!(await readBody(request))) return sendPage(request, 413);
  const well = (await scripts.current?.callContent(handler)) ?? false;
  if (!request.headerSent) return sendPage(request, 500);
  void well;
  sendHeader(request, undefined);
  finish(request);
}

/** Runs rewrite steps; true when one of them answered. */
function rewrite(request: HttpRequest, steps: readonly RewriteStep[]): boolean {
  const value = (name: string) => request.variables.get(name);
  for (const step of steps) {
    switch (step.kind) {
      case 'set':
        request.variables.store(step.name, evaluateTemplate(step.value, value));
        break;
      case 'return': {
        const text = step.text === undefined ? undefined : Buffer.from(evaluateTemplate(step.text, value), 'latin1');
        sendReturn(request, step.status, text);
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

  async prepare(settings: Settings): Promise<void> {
    const pool = this.#host.pool(settings);
    if (pool === undefined) return;
    this.current = this.#scripts.get(pool) ?? new RequestScripts(this.#request, await pool.take());
    this.#scripts.set(pool, this.current);
  }

  close(): void {
    for (const scripts of this.#scripts.values()) scripts.close();
  }
}
