import { inspect } from 'node:util';
import type { HttpPhases } from './phases.js';
import type { HttpRequest } from './request.js';
import { abandon, sendPage } from './response.js';

/** Takes one request through the phases; when the promise settles it has its response. Never rejects. */
export async function serve(request: HttpRequest, phases: HttpPhases): Promise<void> {
  try {
    await answer(request, phases);
  } catch (error) {
    reportOwnBug(request, error);
  } finally {
    for (const cleanup of request.cleanups) cleanup();
  }
}

async function answer(request: HttpRequest, phases: HttpPhases): Promise<void> {
  const outcome = await phases.run(request);
  switch (outcome.kind) {
    case 'answered':
      return;
    case 'refused':
      return sendPage(request, outcome.status);
    case 'through':
      return sendPage(request, 404);
    case 'redirected too often':
      request.logLine('error', 'rewrite or internal redirection cycle');
      return sendPage(request, 500);
  }
}

/** A bug of ours: the request fails, and the log says why. */
function reportOwnBug(request: HttpRequest, error: unknown): void {
  request.logLine('alert', `bug in the host: ${inspect(error)}`);
  if (request.headerSent) abandon(request);
  else sendPage(request, 500);
}
