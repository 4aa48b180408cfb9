/**
 * Controls, invisible formatting (which can turn the direction of text), line separators and halves of pairs: what a remote
 * text could do to a terminal. Joiners stay, since words of some languages need them.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line of remote text that a terminal shows as it is; what it would obey is written as `\u{9b}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON value, written so that a terminal obeys nothing in it. Digits, order and spacing stay as they came. */
export function printableJson(text: string): string {
  return text.replaceAll('\r', ' ').replace(UNPRINTABLE, (found) => {
    if (found === '\n' || found === '\t') return found;
    return found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}
