/**
 * Control characters, invisible formatting (which can change the direction of text), line separators and lone surrogates: characters with
 * which remote text could affect a terminal. Joiners are kept, since words of some languages need them.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line of remote text that is safe to print on a terminal; other characters are written as `\u{9b}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON value, written so that it cannot control a terminal. Digits, order and spacing are unchanged. */
export function printableJson(text: string): string {
  return text.replaceAll('\r', ' ').replace(UNPRINTABLE, (found) => {
    if (found === '\n' || found === '\t') return found;
    return found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}
