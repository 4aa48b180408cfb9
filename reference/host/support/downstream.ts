/** A connection that no longer uses HTTP. */
export interface RawConnection {
  /** The next data of the client; `undefined` when no more follows. */
  next(): Promise<Buffer | undefined>;
  /** Writes bytes; resolves when the client accepts more. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the connection once everything is sent. */
  end(): Promise<void>;
}

/** The client's connection, for modules that stream a response. Requests without a connection have none. */
export interface Downstream {
  /** Calls `listener` when the client leaves before its response is complete. Returns a function that stops watching. */
  onLeave(listener: () => void): () => void;
  /** Takes over the connection, including bytes that were read already. */
  takeOver(): RawConnection;
}
