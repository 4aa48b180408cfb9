/** Where responses come from: handlers, directives, upstreams, subrequests, redirects, pages and files. */
import {
  block,
  file,
  type HttpHandler,
  location,
  path,
  type Settings,
  type SetupDirective,
} from '../../../../language/setup.js';
import { contentOf } from '../../../support/contents.js';

/** Some hosts have no empty body. */
const echoes: HttpHandler = (r) => r.return(200, r.headersIn['Content-Length'] === '0' ? '' : r.requestBuffer || '');

/** The body in parts of the sizes that a header lists, in sequence after the header of the response; another header has the status. */
const sends: HttpHandler = (r) => {
  const body = (r.headersIn['Content-Length'] !== '0' && r.requestBuffer) || Buffer.from('');
  const sizes = `${r.headersIn['X-Parts'] || ''}`.split(',').map(Number);
  r.status = Number(r.headersIn['X-Status'] || 200);
  r.sendHeader();
  let at = 0;
  sizes.forEach((size) => {
    if (at < body.length) r.send(body.subarray(at, at + size));
    at = at + size;
  });
  if (at < body.length) r.send(body.subarray(at));
  r.finish();
};

const asks: HttpHandler = async (r, t) => {
  const body = r.headersIn['Content-Length'] === '0' ? '' : r.requestBuffer;
  const asked = await t.invoke(r, 'subrequest', [r.uri.replace(/outer$/, 'inner'), { method: 'POST', body: body }]);
  const answer = Object(asked);
  if (answer.headersOut['X-Foo'] !== undefined) r.headersOut['X-Inner'] = answer.headersOut['X-Foo'];
  r.return(answer.status, answer.responseBuffer || '');
};

const redirects: HttpHandler = (r, t) => {
  t.invoke(r, 'internalRedirect', [r.uri.replace(/outer$/, 'other')]);
};

const BODY = '$http_x_body';
const UPSTREAM = 'http://127.0.0.1:$server_port$uri/echo';

/** Other settings of the locations of a source. */
interface SourceOptions {
  /** Settings of each location, in place of its own. */
  readonly settings: Settings;
  /** The answer and the filters are within a condition that is true. */
  readonly conditional: boolean;
  /** Each location asks another for access, whose handler makes a subrequest. */
  readonly guarded: boolean;
}

/** Directives that a condition may contain. */
const CONDITIONAL = /^(js_\w+|return|proxy_pass|error_page)$/;

function within(below: string, own: Settings, { settings, conditional, guarded }: SourceOptions): SetupDirective {
  const all = { ...own, ...settings, ...(guarded ? { auth_request: path('/allowed') } : {}) };
  if (!conditional) return location(below, all);
  const [inside, outside] = [true, false].map((may) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => CONDITIONAL.test(name) === may)),
  );
  return location(below, { ...outside, if: block(['($request_method', '!=', 'NONE)'], inside ?? {}) });
}

const ALLOWED: SetupDirective = location('/allowed', {
  js_content: (r, t) => {
    t.invoke(r, 'subrequest', [`${r.uri}/open`, { detached: true }]);
    r.return(204);
  },
});

/** The locations of a source by their paths, with the filters of its response. */
const SOURCES = {
  returned: (filter) => ({ '/outer': { ...filter, js_content: echoes } }),
  sent: (filter) => ({ '/outer': { ...filter, js_content: sends } }),
  directive: (filter) => ({ '/outer': { ...filter, return: ['200', BODY] } }),
  /** By the host itself, in small pieces if buffer sizes determine them. */
  proxied: (filter) => ({
    '/outer': { ...filter, proxy_pass: UPSTREAM, proxy_buffering: 'off', proxy_buffer_size: '1k' },
    '/outer/echo': { js_content: echoes },
  }),
  buffered: (filter) => ({ '/outer': { ...filter, proxy_pass: UPSTREAM }, '/outer/echo': { js_content: echoes } }),
  /** The parent's response goes through filters too. */
  subrequest: (filter) => ({
    '/outer': { ...filter, js_content: asks },
    '/inner': { ...filter, js_content: echoes, subrequest_output_buffer_size: '1m' },
  }),
  missing: (filter) => ({ '/outer': { ...filter, return: '404' } }),
  moved: (filter) => ({ '/outer': { ...filter, return: ['302', 'http://foo.example/'] } }),
  page: (filter) => ({
    '/outer': { ...filter, error_page: ['404', '=200', path('/other')], return: '404' },
    '/other': { ...filter, return: ['200', BODY] },
  }),
  redirected: (filter) => ({ '/outer': { js_content: redirects }, '/other': { ...filter, return: ['200', BODY] } }),
  file: (filter, size) => ({
    '/outer': {
      ...filter,
      alias: file(`filtered-${size}.txt`, `${contentOf('ascii', size)}`),
      output_buffers: ['2', '4k'],
      default_type: 'text/plain',
    },
  }),
} satisfies { readonly [source: string]: (filter: Settings, size: number) => { readonly [below: string]: Settings } };

export type SourceName = keyof typeof SOURCES;

/** The locations of a source with these filters, for a body of so many bytes. */
export function locationsOf(
  source: SourceName,
  filter: Settings,
  size: number,
  around: SourceOptions,
): SetupDirective[] {
  const own: { readonly [below: string]: Settings } = SOURCES[source](filter, size);
  return [
    ...Object.entries(own).map(([below, settings]) => within(below, settings, around)),
    ...(around.guarded ? [ALLOWED] : []),
  ];
}

/** Its body travels in a header of the request: it is ASCII, or absent. */
export const OF_A_HEADER = new Set<SourceName>(['directive', 'missing', 'moved', 'page', 'redirected', 'file']);
