/** 2/http-request-object-methods/r-log, 2/http-request-object-methods/r-error: facts about a request for its log lines. */

/** `Request` is the class of requests. */
export class LogContext<Request> {
  /** What the host does with the response, or did with the response of a subrequest. */
  doing: string | undefined;
  /** The server that the request was passed to. */
  upstream: string | undefined;
  /** The subrequest whose response scripts of this request are processing. */
  taken: Request | undefined;
}
