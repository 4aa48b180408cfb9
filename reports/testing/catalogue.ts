/** The subjects of the sample report: objects with requirements in our own words, and sections with their row counts. */

export interface SampleObject {
  readonly object: string;
  readonly title: string;
  readonly document: 1 | 2 | 3;
  readonly section: string;
  /** Name of each requirement below its object, and its sentence. */
  readonly requirements: readonly (readonly [name: string, says: string])[];
}

export const SAMPLE_OBJECTS: readonly SampleObject[] = [
  {
    object: 'http-headers',
    title: 'Request and response headers',
    document: 2,
    section: 'http-request-object',
    requirements: [
      ['incoming.case-insensitive', 'A header is found under its name in any mixture of upper and lower case.'],
      ['incoming.joined', 'Repeated values of an ordinary header arrive joined with a comma.'],
      ['incoming.single', 'A header that allows one value keeps the first of several.'],
      ['outgoing.array', 'An array given to a header goes over the wire as one line for each element.'],
      ['outgoing.set-cookie', 'Cookies to be set always read back as an array, even a single one.'],
      ['raw.pairs', 'Raw headers keep spelling, order and repetition of what was received.'],
    ],
  },
  {
    object: 'http-return',
    title: 'Finishing a request',
    document: 2,
    section: 'http-request-object-methods',
    requirements: [
      ['status.range', 'Each status that can be sent is the status that the client receives.'],
      ['body.text', 'Text given as the body reaches the client encoded as UTF-8.'],
      ['body.buffer', 'Bytes given as the body reach the client unchanged.'],
      ['redirect.location', 'For a redirect, the second argument becomes the address to go to.'],
      ['log.limit', 'A log entry longer than 2048 bytes is cut off there and nowhere else.'],
    ],
  },
  {
    object: 'shared-dict',
    title: 'Shared dictionary',
    document: 2,
    section: 'shared-dict-operations',
    requirements: [
      ['add.present', 'Adding under a key that is taken answers false and keeps the old value.'],
      ['incr.missing-key', 'Incrementing an absent key starts from the initial value, or from zero without one.'],
      ['incr.string-zone', 'A zone of strings refuses to increment with a TypeError.'],
      ['keys.max-count', 'No more keys are listed than asked for, and 1024 when nothing was asked.'],
      ['pop.absent', 'Popping what is not there answers undefined and changes nothing.'],
      ['set.timeout', 'A value set with a timeout of its own is gone once that time has passed.'],
      ['model', 'Any sequence of operations answers like a map with expiry times.'],
    ],
  },
  {
    object: 'buffer',
    title: 'Buffer',
    document: 3,
    section: 'buffer-module',
    requirements: [
      ['read-int.bounds', 'Reading an integer past the end throws a RangeError.'],
      ['read-int.round-trip', 'An integer written at an offset is read back from there in both byte orders.'],
      ['to-string.encodings', 'Bytes become text in each of the encodings, by the published vectors.'],
      ['concat.length', 'Concatenation cuts off or fills with zeros to reach the length asked for.'],
      ['index-of.edge', 'Searching for nothing finds it at the place where the search starts.'],
      ['swap.odd', 'Swapping bytes of an incomplete last word throws a RangeError.'],
    ],
  },
  {
    object: 'query-string',
    title: 'Query String',
    document: 3,
    section: 'query-string-module',
    requirements: [
      ['parse.repeated', 'A repeated key collects its values in an array, in their order.'],
      ['parse.max-keys', 'Parsing stops after the greatest number of keys that was given.'],
      ['stringify.array', 'An array is written as its key repeated for every element.'],
      ['escape.utf-8', 'Escaping writes the percent-encoded bytes of the text in UTF-8.'],
    ],
  },
  {
    object: 'crypto',
    title: 'Crypto: hash and HMAC',
    document: 3,
    section: 'crypto-module',
    requirements: [
      ['hash.vectors', 'Each algorithm gives the digests that its standard publishes.'],
      ['hash.pieces', 'A message hashed in pieces has the digest of the whole.'],
      ['hash.finished', 'A hash that was read cannot be updated again.'],
      ['hmac.vectors', 'Keyed digests agree with the vectors of RFC 4231.'],
      ['hmac.unknown', 'An unknown algorithm is refused with a TypeError.'],
    ],
  },
];

/** Document, section, rows, covered, excluded. */
export const SAMPLE_SECTIONS: readonly (readonly [1 | 2 | 3, string, number, number, number])[] = [
  [1, 'resources-and-their-fields/connections', 12, 0, 0],
  [1, 'endpoints/http-upstreams', 31, 0, 0],
  [1, 'errors', 9, 0, 1],
  [2, 'resources-and-their-fields/http-request-object', 44, 31, 2],
  [2, 'endpoints/http-request-object-methods', 29, 11, 0],
  [2, 'endpoints/shared-dict-operations', 17, 17, 0],
  [2, 'endpoints/stream-session-methods', 16, 0, 0],
  [2, 'limits', 11, 4, 3],
  [3, 'resources-and-their-fields/buffer-objects', 8, 8, 0],
  [3, 'endpoints/buffer-module', 34, 33, 1],
  [3, 'endpoints/crypto-module', 9, 9, 0],
  [3, 'endpoints/query-string-module', 6, 6, 0],
  [3, 'endpoints/xml-module', 14, 0, 0],
];
