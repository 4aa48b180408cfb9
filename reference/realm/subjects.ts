import type { HandlerSubject } from '../port/subject.js';
import { createHttpRequest } from './2-host-objects/http-request/http-request.js';
import { createPeriodicSession } from './2-host-objects/periodic-session/periodic-session.js';
import { createStreamSession } from './2-host-objects/stream-session/stream-session.js';
import { onRenewal } from './support/renewal.js';
import type { ReturnValue } from './support/return-value.js';
import { sealed } from './support/seal.js';

/**
 * The objects that handlers receive as their first argument, one for each subject. A realm works for one subject at a time. A WeakMap would
 * keep the objects, and everything of the host that they refer to, until the next full garbage collection.
 */
export class SubjectObjects {
  #last: { readonly subject: HandlerSubject; readonly object: object } | undefined;
  readonly #returnValue: ReturnValue;

  constructor(returnValue: ReturnValue) {
    this.#returnValue = returnValue;
    onRenewal(() => {
      this.#last = undefined;
    });
  }

  objectFor(subject: HandlerSubject): object {
    if (this.#last?.subject === subject) return this.#last.object;
    const object = this.#make(subject);
    this.#last = { subject, object };
    return object;
  }

  #make(subject: HandlerSubject): object {
    switch (subject.kind) {
      case 'http':
        return createHttpRequest(sealed(subject.port), this.#returnValue);
      case 'stream':
        return createStreamSession(sealed(subject.port), this.#returnValue);
      case 'periodic':
        return createPeriodicSession(sealed(subject.port));
    }
  }
}
