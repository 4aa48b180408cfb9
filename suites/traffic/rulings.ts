/** Intended differences from nginx, each with its reason. */

interface TrafficRuling {
  readonly key: RegExp;
  /** What the client must have sent over the connection. */
  readonly sent?: RegExp;
  readonly why: string;
}

const RULINGS: readonly TrafficRuling[] = [
  {
    key: /^\/tried\/: access log: ([2345]\d\d \S+ (?:OK)?) there, \1 here$/,
    why: 'if the last name of try_files has no arguments, nginx does not initialize them: it is chance whether they are empty or missing',
  },
  {
    key: /^end of the connection: open there, closed here, after the client had closed its half$/,
    why: 'while nginx discards a body, it does not notice that the client has half-closed, and keeps the connection until its timeout; ours closes the unusable connection',
  },
  {
    key: /^end of the connection: reset there, closed here(?:, after the client had closed its half)?$/,
    why: 'nginx sent the same bytes; it closes with unread bytes that do not fit into its smaller buffers, which the kernel reports as a reset',
  },
  {
    key: /: \d{3} body where there is none$/,
    why: 'nginx sends the argument of r.send() even if a response has no body, to HEAD and with 204: the next response on the connection would begin with it (RFC 9110, 9.3.2 and 15.3.5)',
  },
  {
    key: /^\/program\/\S*: \d{3} header Content-Length$/,
    sent: /\["set","headersOut\.Content-Length",(?:"3"|[07]|\[(?:[^\]]*,)?(?:"3"|1)\])\]/,
    why: 'nginx sends the length that a script sets, even if the body has another; ours sends the true length, so that the connection stays usable (RFC 9112, 6.2)',
  },
  {
    key: /^\/passed\/unbuffered\/cut(?:-chunk)?: error log: (\[error\] upstream prematurely closed connection) while (?:sending to client|reading upstream) there, \1 while (?:sending to client|reading upstream) here$/,
    why: 'it is chance whether the end arrives together with the beginning, even between two runs of nginx',
  },
  {
    key: /^\/passed\/unbuffered\/\S*: error log: (\[error\] client sent invalid chunked body|\[info\] client prematurely closed connection)(?: while sending request to upstream)? there, \1 while (?:sending request to|reading response header from) upstream here$/,
    why: 'nginx parses the part of the body that came with the head before it connects to the upstream; ours connects while the body arrives',
  },
  {
    key: /^\/passed\/unbuffered\/echo: 200 header Content-Length$/,
    sent: /transfer-encoding: chunked/i,
    why: 'the same: nginx sends a body that is complete by then with its length, ours sends it in chunks',
  },
  {
    key: /^\/program\/(?:access|all)\S*: (?:nothing|) there, \d{3}\b.* here$/,
    sent: /"access":\[[^\r]*"\/(?:proxy\/|program\/header-proxy)[^\r]*(?:\r\n[^\r]+)*\r\n\r\nbody/,
    why: 'for a subrequest of an access handler, nginx announces a body that it has not read and does not send, so that the upstream waits for it; ours sends none',
  },
];

/** Why a difference is intended, by its kind and the sent bytes; `undefined` if it is not. */
export function rulingFor(key: string, bytes: string): string | undefined {
  return RULINGS.find((ruling) => ruling.key.test(key) && ruling.sent?.test(bytes) !== false)?.why;
}
