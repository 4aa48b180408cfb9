import { STATUS_CODES } from 'node:http';
import type { BuiltInPages } from '../../host/support/built-in-pages.js';

/** Reason phrases that differ from Node's. */
const ownReasons: Readonly<Record<number, string>> = {
  302: 'Moved Temporarily',
  405: 'Not Allowed',
  408: 'Request Time-out',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Large',
  416: 'Requested Range Not Satisfiable',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** Statuses with a reason phrase. */
const reasons: ReadonlyMap<number, string> = new Map(
  [
    ...[200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410],
    ...[411, 412, 413, 414, 415, 416, 421, 429, 500, 501, 502, 503, 504, 505, 507],
  ].map((status) => [status, ownReasons[status] ?? STATUS_CODES[status] ?? '']),
);

/** Pages whose headings differ from the reason phrase. */
const titles: ReadonlyMap<number, string> = new Map([
  [302, '302 Found'],
  [401, '401 Authorization Required'],
  [498, '404 Not Found'],
]);

/** Internal statuses of some bad requests, and the additional text of their pages. Clients see 400. */
const details: ReadonlyMap<number, string> = new Map([
  [494, 'Request Header Or Cookie Too Large'],
  [495, 'The SSL certificate error'],
  [496, 'No required SSL certificate was sent'],
  [497, 'The plain HTTP request was sent to HTTPS port'],
]);

/** Statuses that never have a body. */
const bodiless: ReadonlySet<number> = new Set([304]);

/** Built-in pages in nginx's form, signed with the name of the server. */
export function builtInPages(serverName: string): BuiltInPages {
  return {
    reason: (status) => reasons.get(status) ?? '',
    page: (status, signature = serverName) => {
      const detail = details.get(status);
      const heading = detail === undefined ? headingOf(status) : '400 Bad Request';
      return heading === undefined ? undefined : page(heading, detail, signature);
    },
  };
}

function headingOf(status: number): string | undefined {
  const reason = reasons.get(status);
  const known = titles.get(status) ?? (reason === undefined ? undefined : `${status} ${reason}`);
  return status < 300 || bodiless.has(status) ? undefined : known;
}

/** In two parts, as real hosts pass a page to filters. */
function page(heading: string, detail: string | undefined, signature: string): readonly Buffer[] {
  const lines = [
    '<html>',
    `<head><title>${detail === undefined ? heading : `400 ${detail}`}</title></head>`,
    '<body>',
    `<center><h1>${heading}</h1></center>`,
    ...(detail === undefined ? [] : [`<center>${detail}</center>`]),
    '',
  ];
  const tail = [`<hr><center>${signature}</center>`, '</body>', '</html>', ''];
  return [lines, tail].map((part) => Buffer.from(part.join('\r\n')));
}
