import type { HttpRequest } from '../http/request.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line of the access log in nginx's combined form, with its line end. */
export function accessLine({ variables }: HttpRequest): Buffer {
  const of = (name: string): string => escaped(variables.get(name) ?? '');
  const line = `${of('remote_addr')} - ${of('remote_user')} [${timestamp(new Date())}] "${of('request')}" ${of('status')} ${of('body_bytes_sent')} "${of('http_referer')}" "${of('http_user_agent')}"`;
  return Buffer.from(`${line}\n`, 'latin1');
}

/** A hyphen for nothing; quotes, backslashes and what is no printable ASCII are written in hexadecimal. */
const escaped = (value: string): string =>
  value === ''
    ? '-'
    : value.replace(/["\\]|[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** `31/Jan/2024:12:00:00 +0000` */
function timestamp(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${two(date.getDate())}/${MONTHS[date.getMonth()]}/${date.getFullYear()}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const offset = -date.getTimezoneOffset();
  const away = Math.abs(offset);
  return `${day}:${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(away / 60))}${two(away % 60)}`;
}
