import { textOrBytes } from './text-or-bytes.js';

type HandlerValue = string | Uint8Array;

/** The value of one call of a handler. */
interface ValueFrame {
  /** Records that the handler has returned: values that it sets from now on override the returned one. */
  readonly returned: () => void;
  /** The call's value, given what the handler finally returned; the outer call becomes current again. Throws what the conversion throws. */
  readonly take: (returned: unknown) => HandlerValue;
}

/** The argument of `setReturnValue`, for the handler that was called last and whose value was not taken yet. */
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
