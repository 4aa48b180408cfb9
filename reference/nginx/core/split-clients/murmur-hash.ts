const multiplier = 0x5bd1e995;

/** MurmurHash2 of 32 bits, with the seed that nginx has. */
export function murmurHash2(bytes: Buffer): number {
  let hash = bytes.length | 0;
  let at = 0;
  for (; bytes.length - at >= 4; at += 4) {
    let word = Math.imul(bytes.readInt32LE(at), multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  const rest = bytes.subarray(at);
  if (rest.length > 0) {
    for (const [place, byte] of rest.entries()) hash ^= byte << (8 * place);
    hash = Math.imul(hash, multiplier);
  }
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return (hash ^ (hash >>> 15)) >>> 0;
}
