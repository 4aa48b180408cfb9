import type { ErrorLogLine, LogSubject, PassedBytes } from '../../host/logging/error-log.js';

/** The longest line about a request or a session in bytes, including its line end; a longer one is truncated. */
const longestLine = 2048;
/** Bytes at the end of a line that are reserved for the system's error. */
const failureReserve = 50;

const lineEnd = Buffer.from('\n');

/** Messages that themselves say what the host does. */
const saysDoing = / while (?:reading|sending|connecting|SSL handshaking|proxying|logging)/;

/** Formats lines of the error log like nginx: `2024/01/31 12:00:00 [error] 1#1: *3 message, client: …`. */
export function logLine({ level, message, connection, about }: ErrorLogLine): Buffer {
  const number = connection === undefined ? '' : `*${connection} `;
  const head = Buffer.from(`${timestamp(new Date())} [${level}] ${process.pid}#${process.pid}: ${number}`);
  const text = Buffer.concat([head, Buffer.from(message)]);
  // The documents limit the length of a script's message, not of its line.
  if (about === undefined) return Buffer.concat([text, lineEnd]);
  const line = Buffer.concat([
    withFailure(text, about.failure),
    Buffer.from(suffix(saysDoing.test(String(message)) ? { ...about, doing: undefined } : about), 'latin1'),
  ]);
  return Buffer.concat([line.subarray(0, longestLine - lineEnd.length), lineEnd]);
}

function withFailure(text: Buffer, failure: string | undefined): Buffer {
  if (failure === undefined) return text;
  const most = longestLine - failureReserve;
  const kept = text.length > most ? [text.subarray(0, most), Buffer.from('...')] : [text];
  return Buffer.concat([...kept, Buffer.from(` (${failure})`)]);
}

function suffix(about: LogSubject): string {
  const { client, server, request, subrequest, upstream, host, referrer, doing, passed, transport } = about;
  const quoted = (name: string, text: string | undefined) => (text === undefined ? '' : `, ${name}: "${text}"`);
  const what = `${quoted('request', request)}${quoted('subrequest', subrequest)}${quoted('upstream', upstream)}${quoted('host', host)}${quoted('referrer', referrer)}${passed === undefined ? '' : passedBytes(passed)}`;
  return `${doing === undefined ? '' : ` while ${doing}`}, ${transport === undefined ? '' : `${transport} `}client: ${client}, server: ${server}${what}`;
}

/** The bytes that a session has forwarded, in the format of log lines. */
export function passedBytes({ fromClient, toClient, fromUpstream, toUpstream }: PassedBytes): string {
  return `, bytes from/to client:${fromClient}/${toClient}, bytes from/to upstream:${fromUpstream}/${toUpstream}`;
}

function timestamp(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
