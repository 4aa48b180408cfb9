const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Groups of three bytes, or fewer, as letters of six bits each, the lowest first. */
export function lettersOf(bytes: Buffer, groups: readonly (readonly number[])[]): string {
  return groups
    .map((places) => {
      let bits = places.reduce((sum, at) => sum * 256 + (bytes[at] ?? 0), 0);
      const count = Math.ceil((places.length * 8) / 6);
      return Array.from({ length: count }, () => {
        const letter = letters.charAt(bits % 64);
        bits = Math.floor(bits / 64);
        return letter;
      }).join('');
    })
    .join('');
}
