/**
 * Thrown by a conversation whose requirement cannot be observed, because something is missing that another requirement
 * judges. The message says what; it holds nothing that differs from run to run.
 */
export class NotObservable extends Error {}

/** A handler asked for a built-in module that the host does not import. */
export class LackingModule extends Error {
  readonly module: string;
  constructor(module: string) {
    super(`the module ${module} cannot be imported`);
    this.module = module;
  }
}

/** A partner went down (`crash`) or did not answer in time (`hang`). */
export class TargetDown extends Error {
  readonly how: 'crash' | 'hang';
  readonly afterMs: number;
  constructor(how: 'crash' | 'hang', detail: string, afterMs = 0) {
    super(detail);
    this.how = how;
    this.afterMs = afterMs;
  }
}
