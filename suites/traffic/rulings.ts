/** Differences from nginx that are meant, each with the reason. */

interface Ruling {
  readonly key: RegExp;
  readonly why: string;
}

const RULINGS: readonly Ruling[] = [
  {
    key: /^access log: .* \/files\/a\.txt (?:-|) [2345]\d\d /,
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
    key: /^\/(?:js\/pieces|sub\/(?:noBody|lengthSent|trailerSent))\S*: 20[014] body$/,
    why: 'nginx sends what a script passes to r.send() also where a response has no body, to HEAD and with 204: the next response on the connection would begin with it (RFC 9110, 9.3.2 and 15.3.5)',
  },
  {
    key: /^\/sub\/lengthWrong: 200 header Content-Length$/,
    why: 'nginx sends the length that a script claims with a body of another one; ours tells the truth, so that the connection can go on (RFC 9112, 6.2)',
  },
  {
    key: /^\/filtered\/(?:once|counted|atEnd|bodyThrows)\S*: (?:204 body| there, 204 No Content here)$/,
    why: 'nginx calls a body filter for a proxied 204 and sends what it makes behind the header; a 204 has no body (RFC 9110, 15.3.5)',
  },
  {
    key: /^\/filtered\/once\S*: \d{3} body$/,
    why: 'nginx writes the last chunk twice when a filter sends the end before the end has come; the second one would be the beginning of the next response (RFC 9112, 7.1)',
  },
  {
    key: /^\/passed\/method\S*: .* here$/,
    why: 'with another method towards the upstream nginx sends the body of a response without a head to HEAD as well (RFC 9110, 9.3.2)',
  },
];

/** Why a kind of difference is meant; `undefined` where it is not. */
export function rulingFor(key: string): string | undefined {
  return RULINGS.find((ruling) => ruling.key.test(key))?.why;
}
