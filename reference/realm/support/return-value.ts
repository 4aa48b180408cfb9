import { textOrBytes } from './text-or-bytes.js';

type HandlerValue = string | Uint8Array;

/** The value of one call of a handler. */
interface ValueFrame {
  /** The handler has returned: what it sets from now on goes before what it returned. */
  readonly returned: () => void;
  /** The call's value, with what the handler returned in the end; the call around it gets its own again. Throws what converting throws. */
  readonly take: (returned: unknown) => HandlerValue;
}

/** What `setReturnValue` is given, for the handler that is called last and has not been asked for its value yet. */
export class ReturnValue {
  #frame: { value: HandlerValue | undefined } = { value: undefined };

  set(value: HandlerValue): void {
    this.#frame.value = value;
  }

  begin(): ValueFrame {
    const outer = this.#frame;
    const frame: { value: HandlerValue | undefined } = { value: undefined };
    let early: HandlerValue | undefined;
    this.#frame = frame;
    return {
      returned: () => {
        early = frame.value;
        frame.value = undefined;
      },
      take: (returned) => {
        this.#frame = outer;
        return frame.value ?? (returned === undefined ? (early ?? '') : textOrBytes(returned));
      },
    };
  }
}
