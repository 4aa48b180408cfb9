import type { LogLine, LogSubject } from '../core/error-log.js';

/** Writes lines of the error log in nginx's form: `2024/01/31 12:00:00 [error] 1#1: *3 message, client: …`. */
export function logLine({ level, message, connection, about }: LogLine): Buffer {
  const number = connection === undefined ? '' : `*${connection} `;
  const head = `${timestamp(new Date())} [${level}] ${process.pid}#${process.pid}: ${number}`;
  return Buffer.concat([Buffer.from(head), Buffer.from(message), Buffer.from(`${suffix(about)}\n`)]);
}

function suffix(about: LogSubject | undefined): string {
  if (about === undefined) return '';
  const { client, server, request, subrequest, upstream, host, referrer } = about;
  const quoted = (name: string, text: string | undefined) => (text === undefined ? '' : `, ${name}: "${text}"`);
  const what = `${quoted('request', request)}${quoted('subrequest', subrequest)}${quoted('upstream', upstream)}${quoted('host', host)}${quoted('referrer', referrer)}`;
  return `, client: ${client}, server: ${server}${what}`;
}

function timestamp(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
