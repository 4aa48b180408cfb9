/** What `setReturnValue` is given, for the handler that is called last and has not been asked for its value yet. */
export class ReturnValue {
  #frame: { value: string | Uint8Array | undefined } = { value: undefined };

  set(value: string | Uint8Array): void {
    this.#frame.value = value;
  }

  /** Begins a call. The function that is returned takes the call's value, and gives the call around it its own again. */
  begin(): () => string | Uint8Array | undefined {
    const outer = this.#frame;
    const frame: { value: string | Uint8Array | undefined } = { value: undefined };
    this.#frame = frame;
    return () => {
      this.#frame = outer;
      return frame.value;
    };
  }
}
