import type { LogLine } from '../core/error-log.js';

/** Writes lines of the error log in nginx's form: `2024/01/31 12:00:00 [error] 1#1: *3 message`. */
export function logLine({ level, message, connection }: LogLine): Buffer {
  const about = connection === undefined ? '' : `*${connection} `;
  const head = `${timestamp(new Date())} [${level}] ${process.pid}#${process.pid}: ${about}`;
  return Buffer.concat([Buffer.from(head), Buffer.from(message), Buffer.from('\n')]);
}

function timestamp(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
