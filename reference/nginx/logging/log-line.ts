import type { ErrorLogLine, LogSubject, PassedBytes } from '../../host/logging/error-log.js';

/** Bytes of a line about a request or a session, with its line end; what is longer is cut. */
const longestLine = 2048;
/** Bytes at the end of a line that are kept for what the system said. */
const failureRoom = 50;

const lineEnd = Buffer.from('\n');

/** Writes lines of the error log in nginx's form: `2024/01/31 12:00:00 [error] 1#1: *3 message, client: …`. */
export function logLine({ level, message, connection, about }: ErrorLogLine): Buffer {
  const number = connection === undefined ? '' : `*${connection} `;
  const head = Buffer.from(`${timestamp(new Date())} [${level}] ${process.pid}#${process.pid}: ${number}`);
  const told = Buffer.concat([head, Buffer.from(message)]);
  // How much of a script's message is logged, the documents say.
  if (about === undefined) return Buffer.concat([told, lineEnd]);
  const line = Buffer.concat([withFailure(told, about.failure), Buffer.from(suffix(about), 'latin1')]);
  return Buffer.concat([line.subarray(0, longestLine - lineEnd.length), lineEnd]);
}

function withFailure(told: Buffer, failure: string | undefined): Buffer {
  if (failure === undefined) return told;
  const most = longestLine - failureRoom;
  const kept = told.length > most ? [told.subarray(0, most), Buffer.from('...')] : [told];
  return Buffer.concat([...kept, Buffer.from(` (${failure})`)]);
}

function suffix(about: LogSubject): string {
  const { client, server, request, subrequest, upstream, host, referrer, doing, passed, transport } = about;
  const quoted = (name: string, text: string | undefined) => (text === undefined ? '' : `, ${name}: "${text}"`);
  const what = `${quoted('request', request)}${quoted('subrequest', subrequest)}${quoted('upstream', upstream)}${quoted('host', host)}${quoted('referrer', referrer)}${passed === undefined ? '' : passedBytes(passed)}`;
  return `${doing === undefined ? '' : ` while ${doing}`}, ${transport === undefined ? '' : `${transport} `}client: ${client}, server: ${server}${what}`;
}

/** How much a session has passed on, as lines about it say. */
export function passedBytes({ fromClient, toClient, fromUpstream, toUpstream }: PassedBytes): string {
  return `, bytes from/to client:${fromClient}/${toClient}, bytes from/to upstream:${fromUpstream}/${toUpstream}`;
}

function timestamp(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
