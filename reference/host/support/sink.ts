/** Takes a response: its header once, then the parts of its body, then the end. */
export interface Sink<Header> {
  header(header: Header): void;
  /** With `more` what follows at once belongs to the same chunk. */
  write(part: Buffer, more?: boolean): void;
  /** Ends the response, after a last part where there is one. */
  end(part?: Buffer): void;
  /**
   * Whether more may be written without piling up: at once, or once what was written has gone; never where nobody takes it any
   * more. Absent where all is taken at once.
   */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Breaks the response off: the connection is closed without an end of the response. */
  abort(): void;
}
