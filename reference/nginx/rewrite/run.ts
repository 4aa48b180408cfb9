import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { HttpDecision } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { discardBody, returned } from '../../host/http/sending.js';
import { type ByteString, byteStringOf } from '../../host/support/byte-string.js';
import { declined } from '../../host/support/phases.js';
import type { Block } from '../../host/support/settings/block.js';
import type { Regex } from '../../host/support/settings/regex.js';
import { rewriteLog } from './directives.js';
import { replaced } from './replacing.js';
import { type FileTest, type IfCondition, type RewriteStep, type Rewriting, rewriteSteps } from './steps.js';

/** The outcome of some steps. */
type RewriteOutcome =
  | { readonly kind: 'through' }
  /** No further step runs. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'decided'; readonly decision: HttpDecision };

const through: RewriteOutcome = { kind: 'through' };
const ended: RewriteOutcome = { kind: 'ended' };

/** Runs the steps of a server; the location is found after them. */
export function rewriteByServer(request: HttpRequest): HttpDecision {
  const outcome = new RewriteRun(request).take(request.arrival.server.block);
  return outcome.kind === 'decided' ? outcome.decision : declined;
}

/** Runs the steps of the location; if they change the URI, its location is found again. */
export function rewriteByLocation(request: HttpRequest): HttpDecision {
  // A block for some methods has no steps.
  if (request.route.match === undefined || request.block.context === 'limit_except') return declined;
  const run = new RewriteRun(request);
  const outcome = run.take(request.route.match.location.block);
  if (outcome.kind === 'decided') return outcome.decision;
  if (!run.leaves) return declined;
  request.route.match = undefined;
  request.route.isOutsideLocation = false;
  return { kind: 'redirected', to: 'find-location' };
}

class RewriteRun {
  readonly #request: HttpRequest;
  /** Whether the URI was changed, so that the location is found again. */
  leaves = false;

  constructor(request: HttpRequest) {
    this.#request = request;
  }

  take(block: Block): RewriteOutcome {
    for (const step of rewriteSteps.own(block) ?? []) {
      const outcome = this.#step(step, block);
      if (outcome.kind !== 'through') return outcome;
    }
    return through;
  }

  #step(step: RewriteStep, block: Block): RewriteOutcome {
    const { variables } = this.#request;
    switch (step.kind) {
      case 'set':
        variables.assign(step.name, variables.evaluate(step.value));
        return through;
      case 'break':
        if (this.leaves) this.#request.route.isOutsideLocation = true;
        this.leaves = false;
        return ended;
      case 'rewrite':
        return this.#rewrite(step, block);
      case 'if':
        return this.#holds(step.condition, block) ? this.#enter(step.block) : through;
      case 'return': {
        if (step.text === undefined && step.status >= 400) return decided({ kind: 'refused', status: step.status });
        // The text may contain variables of the body.
        if (!discardBody(this.#request)) return decided({ kind: 'refused', status: 400 });
        this.#request.response.status = step.status;
        const text = step.text === undefined ? undefined : variables.evaluate(step.text);
        return decided(returned(this.#request, step.status, Buffer.from(text ?? '', 'latin1')));
      }
    }
  }

  /** Enters a location's `if` block, which applies from here on. */
  #enter(block: Block): RewriteOutcome {
    if (block.context === 'location if') this.#request.route.enterCondition(block);
    return this.take(block);
  }

  #rewrite(step: Rewriting, block: Block): RewriteOutcome {
    const request = this.#request;
    if (!this.#matches(step.regex, request.route.uri, block)) return through;
    request.route.internal = true;
    const { location, path, args } = replaced(request, step);
    if (step.redirect !== undefined) {
      this.#note(block, `rewritten redirect: "${location}"`);
      return decided(returned(request, step.redirect, Buffer.from(location, 'latin1')));
    }
    this.#note(block, `rewritten data: "${path}", args: "${args}"`);
    if (path === '') {
      request.logLine('error', 'the rewritten URI has a zero length');
      return decided({ kind: 'refused', status: 500 });
    }
    request.route.uri = path;
    request.route.args = args;
    this.leaves = !step.stays;
    if (step.stays) request.route.isOutsideLocation = true;
    return step.ends ? ended : through;
  }

  #holds(condition: IfCondition, block: Block): boolean {
    const { variables } = this.#request;
    switch (condition.kind) {
      case 'holds': {
        const value = variables.get(condition.variable) ?? '';
        return value !== '' && value !== '0';
      }
      case 'equals': {
        const isEqual = (variables.get(condition.variable) ?? '') === variables.evaluate(condition.value);
        return isEqual !== condition.negated;
      }
      case 'matches':
        return this.#matches(condition.regex, variables.get(condition.variable) ?? '', block) !== condition.negated;
      case 'file':
        return isFile(Buffer.from(variables.evaluate(condition.path), 'latin1'), condition.is) !== condition.negated;
    }
  }

  /** The captures of a regular expression are dropped with the next one, whether it matches or not. */
  #matches(regex: Regex, subject: ByteString, block: Block): boolean {
    const match = regex.match(subject);
    this.#request.route.groups.take(match);
    const says = match === undefined ? 'does not match' : 'matches';
    this.#note(block, `"${byteStringOf(regex.source)}" ${says} "${subject}"`);
    return match !== undefined;
  }

  #note(block: Block, message: ByteString): void {
    if (rewriteLog.of(block)) this.#request.logLine('notice', message);
  }
}

function decided(decision: HttpDecision): RewriteOutcome {
  return { kind: 'decided', decision };
}

function isFile(path: Buffer, test: FileTest): boolean {
  const found = statusOf(path);
  if (found === undefined) return false;
  switch (test) {
    case 'e':
      return true;
    case 'f':
      return found.isFile();
    case 'd':
      return found.isDirectory();
    case 'x':
      return (found.mode & constants.S_IXUSR) !== 0 && isReachable(path);
  }
}

function statusOf(path: Buffer): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isReachable(path: Buffer): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
