import type { HandlerSubject } from '../port/subject.js';
import { createHttpRequest } from './2-host-objects/http-request/http-request.js';
import { createPeriodicSession } from './2-host-objects/periodic-session/periodic-session.js';
import { createStreamSession } from './2-host-objects/stream-session/stream-session.js';
import { PrivateMap } from './support/intrinsics.js';
import type { ReturnValue } from './support/return-value.js';
import { sealed } from './support/seal.js';

/** The objects that handlers get as their first argument: one for each subject, whichever handlers get it. */
export class Subjects {
  readonly #objects = new PrivateMap<HandlerSubject, object>();
  readonly #returnValue: ReturnValue;

  constructor(returnValue: ReturnValue) {
    this.#returnValue = returnValue;
  }

  objectFor(subject: HandlerSubject): object {
    const known = this.#objects.get(subject);
    if (known !== undefined) return known;
    const made = this.#make(subject);
    this.#objects.set(subject, made);
    return made;
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
