/** A connection that no longer speaks HTTP. */
export interface RawConnection {
  /** What the client sent next; `undefined` when it sends nothing any more. */
  next(): Promise<Buffer | undefined>;
  /** Sends bytes; resolves when the client takes more. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the connection once everything is sent. */
  end(): Promise<void>;
}

/** The client's connection as those see it who stream a response over it; a request that has none goes without. */
export interface Downstream {
  /** Calls `tell` when the client leaves before it has its response. Returns what ends the watch. */
  onLeave(tell: () => void): () => void;
  /** Hands the connection over, bytes that were read already included. */
  takeOver(): RawConnection;
}
