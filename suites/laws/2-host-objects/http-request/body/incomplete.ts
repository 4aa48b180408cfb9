/** 2/http-request-object/r-request-text: bodies that contradict their header, or whose end never arrives. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import { decode } from '../../../../language/encoding.js';
import { type Expectation, either, list, logLine, record } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import { http, location, type Settings } from '../../../../language/setup.js';
import { ResponseReader } from '../../../support/http-bytes.js';

/** The header lines after Host, the body, and how the client leaves. */
interface IncompleteBody {
  readonly lines: readonly string[];
  readonly body: Plain;
  readonly room?: number;
  readonly leaves: 'half-closed' | 'closed';
}

const settingsOf = ({ room }: IncompleteBody): Settings =>
  room === undefined ? {} : { client_body_buffer_size: `${room}` };

/** No content handler is called, and the host serves the next client. */
export const isRefused = conversation({
  needs: ['exchange', 'log'],
  setup: (data: IncompleteBody) => [
    http(
      location('/', {
        ...settingsOf(data),
        js_content: (r) => {
          r.log(`read ${r.requestText}`);
          r.return(203, `read ${r.requestText}`);
        },
      }),
    ),
  ],
  hold: async ({ lines, body, leaves }, { host, log }, at) => {
    const connection = await host.connect('http');
    await connection.send(`POST ${at('/')} HTTP/1.1\r\n${['Host: a', ...lines].join('\r\n')}\r\n\r\n${decode(body)}`);
    if (leaves === 'half-closed') await connection.end();
    else connection.close();
    const reader = new ResponseReader(connection);
    if (leaves !== 'closed') await reader.end();
    const statuses = reader.takeAll(['POST']).map(({ status }) => status);
    const next = await host.request({ method: 'PUT', target: at('/'), body: 'next' });
    return { statuses, next, log: await log.lines() };
  },
  expect: (): Expectation =>
    record({
      statuses: either(list(), list(400)),
      next: record({ status: 203, body: Buffer.from('read next') }),
      log: list(logLine('info', 'read next')),
    }),
});
