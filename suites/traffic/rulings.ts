/** Differences from nginx that are meant, each with the reason. */

interface TrafficRuling {
  readonly key: RegExp;
  /** What the client must have sent over the connection. */
  readonly sent?: RegExp;
  readonly why: string;
}

const RULINGS: readonly TrafficRuling[] = [
  {
    key: /^\/tried\/: access log: ([2345]\d\d \S+ (?:OK)?) there, \1 here$/,
    why: 'where try_files goes to a last name without arguments, nginx leaves their address as it lies on the stack: whether they are empty, or none, is chance',
  },
  {
    key: /^end of the connection: open there, closed here, after the client had closed its half$/,
    why: 'nginx does not learn that the client has closed its half while it throws a body away, and keeps the connection until it has lain idle long enough; ours closes what nobody can use',
  },
  {
    key: /^end of the connection: reset there, closed here(?:, after the client had closed its half)?$/,
    why: 'All that nginx sent is the same. It closes with bytes unread that its smaller buffers do not hold, which the kernel tells as a reset.',
  },
  {
    key: /: \d{3} body where there is none$/,
    why: 'nginx sends what a script passes to r.send() also where a response has no body, to HEAD and with 204: the next response on the connection would begin with it (RFC 9110, 9.3.2 and 15.3.5)',
  },
  {
    key: /^\/filtered\/\w+\/sent\/: (?:\w* there, 20[02] \w+ here|access log: 500 BYTES {2}there, 20[02] (?:\d+|BYTES) (?:OK)? here|error log: .*cannot send while in body filter there, .* here|20[02] body)$|: nothing there, \d{3} here$/,
    sent: /\/filtered\/\w+\/sent/,
    why: 'once a filter has run, nginx takes every further r.send() of the handler for one of a body filter and throws, which ends the connection; document 2 lets r.send() send, and knows no such error',
  },
  {
    key: /: 20\d body$/,
    sent: /\/filtered\/\w+\/sent\r?\n/,
    why: 'the same, asked for as HTTP/0.9 has it: what the reference sends without a head stands behind the response before',
  },
  {
    key: /^\/sub\/lengthWrong: 200 header Content-Length$/,
    why: 'nginx sends the length that a script claims with a body of another one; ours tells the truth, so that the connection can go on (RFC 9112, 6.2)',
  },
  {
    key: /^\/program\/\S*: \d{3} header Content-Length$/,
    sent: /\["set","headersOut\.Content-Length",(?:"3"|[07]|\[(?:[^\]]*,)?(?:"3"|1)\])\]/,
    why: 'the same, told by a program',
  },
  {
    key: /^\/filtered\/(?:once|counted|atEnd|bodyThrows)\S*: (?: there, 204 No Content here|nothing there, 204 here|access log: 204 BYTES {2}there, 204 BYTES OK here)$/,
    why: 'nginx calls a body filter for a proxied 204 and sends what it makes behind the header; a 204 has no body (RFC 9110, 15.3.5)',
  },
  {
    key: /^\/filtered\/once\S*: \d{3} body$/,
    why: 'nginx writes the last chunk twice when a filter sends the end before the end has come; the second one would be the beginning of the next response (RFC 9112, 7.1)',
  },
  {
    key: /^\/passed\/unbuffered\/cut(?:-chunk)?: error log: (\[error\] upstream prematurely closed connection) while (?:sending to client|reading upstream) there, \1 while (?:sending to client|reading upstream) here$/,
    why: 'whether the end comes together with the beginning is chance, also between two runs of nginx',
  },
  {
    key: /^\/passed\/unbuffered\/\S*: error log: (\[error\] client sent invalid chunked body|\[info\] client prematurely closed connection)(?: while sending request to upstream)? there, \1 while (?:sending request to|reading response header from) upstream here$/,
    why: 'nginx looks at what came of the body with the head before it asks the server; ours asks it while the body comes',
  },
  {
    key: /^\/passed\/unbuffered\/echo: 200 header Content-Length$/,
    sent: /transfer-encoding: chunked/i,
    why: 'the same: a body that nginx has by then goes with its length, that of ours in chunks',
  },
  {
    key: /^\/program\/(?:access|all)\S*: (?:nothing|) there, \d{3}\b.* here$/,
    sent: /"access":\[[^\r]*"\/(?:proxy\/|program\/header-proxy)[^\r]*(?:\r\n[^\r]+)*\r\n\r\nbody/,
    why: 'for a subrequest of a handler of access nginx announces a body that it has not read yet and does not send, which the other server waits for; ours sends none',
  },
];

/** Why a difference is meant, by its kind and what the client sent; `undefined` where it is not. */
export function rulingFor(key: string, bytes: string): string | undefined {
  return RULINGS.find((ruling) => ruling.key.test(key) && ruling.sent?.test(bytes) !== false)?.why;
}
