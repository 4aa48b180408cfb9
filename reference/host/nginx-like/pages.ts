import { STATUS_CODES } from 'node:http';
import type { BuiltInPages } from '../http/built-in-pages.js';

/** The code by which the host itself knows a head that does not fit. Clients see 400. */
const tooLarge = 494;

/** Codes that never have a body. */
const bodiless: ReadonlySet<number> = new Set([304]);

/** Built-in pages in nginx's form, signed with the name of the server. */
export function builtInPages(serverName: string): BuiltInPages {
  return {
    reason,
    page: (status) => {
      const hasPage = status >= 300 && status <= 599 && !bodiless.has(status);
      return hasPage ? Buffer.from(pageOf(status, serverName)) : undefined;
    },
  };
}

function reason(status: number): string {
  return status === 405 ? 'Not Allowed' : (STATUS_CODES[status] ?? '');
}

function pageOf(status: number, serverName: string): string {
  if (status !== tooLarge) return page(`${status} ${reason(status)}`.trimEnd(), serverName);
  return page('400 Request Header Or Cookie Too Large', serverName);
}

function page(title: string, serverName: string): string {
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    `<hr><center>${serverName}</center>`,
    '</body>',
    '</html>',
    '',
  ];
  return lines.join('\r\n');
}
