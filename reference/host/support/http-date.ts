import type { ByteString } from './byte-string.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 9110, section 5.6.7: the preferred format, and the two obsolete ones. */
const forms: readonly RegExp[] = [
  /^\w+, *(?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/,
  /^\w+, *(?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/,
  /^\w+ (?<month>\w{3}) (?<day>[ \d]\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d) (?<year>\d{4})/,
];

/** Milliseconds of a date in a header; `undefined` for other text. */
export function parseHttpDate(text: ByteString): number | undefined {
  for (const form of forms) {
    const { day, month = '', year, hour, minute, second } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const number = Number(year);
    const full = year.length > 2 ? number : number + (number < 70 ? 2000 : 1900);
    if (!months.includes(month)) return undefined;
    return Date.UTC(full, months.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
  }
  return undefined;
}

/** A date in the format of headers. */
export function httpDate(milliseconds: number): ByteString {
  return new Date(milliseconds).toUTCString();
}

let [second, date] = [-1, ''];

/** {@link httpDate} of the current second. */
export function httpDateNow(): ByteString {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) [second, date] = [now, httpDate(now * 1000)];
  return date;
}
