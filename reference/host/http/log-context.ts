/** 2/http-request-object-methods/r-log, 2/http-request-object-methods/r-error: what log lines say of a request besides itself. */

/** `Request` is the class of requests. */
export class LogContext<Request> {
  /** What the host does with the response, or did with that of a subrequest. */
  doing: string | undefined;
  /** The server that the request was passed to. */
  upstream: string | undefined;
  /** The subrequest whose response scripts of this request take now. */
  taken: Request | undefined;
}
