import { STATUS_CODES } from 'node:http';
import type { BuiltInPages } from '../http/built-in-pages.js';

/** Codes that never have a body. */
const bodiless: ReadonlySet<number> = new Set([304]);

/** Built-in pages in nginx's form, signed with the name of the server. */
export function builtInPages(serverName: string): BuiltInPages {
  return {
    reason,
    page: (status) => {
      const hasPage = status >= 300 && status <= 599 && !bodiless.has(status);
      return hasPage ? Buffer.from(page(`${status} ${reason(status)}`.trimEnd(), serverName)) : undefined;
    },
  };
}

function reason(status: number): string {
  return STATUS_CODES[status] ?? '';
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
