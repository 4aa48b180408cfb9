/** JSON pointers, RFC 6901. */

/** `data`, `id` is `/data/id`; no tokens are the empty pointer, which means the whole value. */
export const pointerOf = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The tokens of a valid pointer; indexes stay strings. */
export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
