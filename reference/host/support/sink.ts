/** Takes a response: its header once, then the parts of its body, then the end. */
export interface Sink<Header> {
  header(header: Header): void;
  /** With `more`, data that follows immediately belongs to the same chunk. */
  write(part: Buffer, more?: boolean): void;
  /** Ends the response, with an optional last part. */
  end(part?: Buffer): void;
  /**
   * Whether more may be written without filling memory: immediately, or once the written data was sent. Never resolves if no client
   * receives the data. Absent if all data is taken immediately.
   */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Aborts the response: the connection is closed before the response ends. */
  abort(): void;
}
