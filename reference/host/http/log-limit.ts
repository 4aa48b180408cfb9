/** 2/limits/logged-line-length: what is longer is cut, to the byte. */
const longestMessage = 2048;

export function logLimit(message: Buffer): Buffer {
  return message.subarray(0, longestMessage);
}
