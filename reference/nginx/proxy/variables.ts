import type { HttpRequest, HttpVariable } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { headerValues, headerVariable, type RawHeaders } from '../../host/support/raw-headers.js';
import { volatile } from '../../host/variables/variables.js';
import { secondsText } from '../core/time.js';
import { type ProxyAttempt, recordOf, type UpstreamRecord } from './record.js';

const named: Readonly<Record<string, HttpVariable>> = {
  proxy_host: volatile((request) => currentRecord(request)?.host),
  proxy_port: volatile((request) => currentRecord(request)?.port),
  proxy_add_x_forwarded_for: volatile(forwardedFor),
  upstream_addr: listed(({ peer }) => peer),
  upstream_status: listed(({ status }) => (status === 0 ? '-' : String(status))),
  upstream_connect_time: listed(({ connected }) => secondsText(connected)),
  upstream_header_time: listed(({ headed }) => secondsText(headed)),
  upstream_response_time: listed(({ ended }) => secondsText(ended)),
  upstream_response_length: listed(({ length }) => String(length)),
  upstream_bytes_received: listed(({ received }) => String(received)),
  upstream_bytes_sent: listed(({ sent }) => String(sent)),
  upstream_cache_status: volatile(() => undefined),
  upstream_cache_etag: volatile(() => undefined),
  upstream_cache_last_modified: volatile(() => undefined),
};

/** Families of variables whose names end in that of a header, a trailer or a cookie. */
const families: readonly (readonly [string, (name: string) => HttpVariable['get']])[] = [
  ['upstream_http_', (name) => (request) => headerVariable(recordOf(request)?.head?.headers ?? [], name)],
  ['upstream_trailer_', (name) => (request) => headerVariable(recordOf(request)?.trailers ?? [], name)],
  ['upstream_cookie_', (name) => (request) => cookie(recordOf(request)?.head?.headers ?? [], name)],
];

/** Variables of forwarded requests, by lower-case name. */
export function proxyVariable(name: string): HttpVariable | undefined {
  if (Object.hasOwn(named, name)) return named[name];
  const family = families.find(([prefix]) => name.startsWith(prefix));
  if (family === undefined) return undefined;
  return { get: family[1](name.slice(family[0].length)), cacheable: false, family: true };
}

function currentRecord(request: HttpRequest): UpstreamRecord | undefined {
  const record = recordOf(request);
  return record?.redirects === request.route.redirects ? record : undefined;
}

function forwardedFor({ headersIn, client }: HttpRequest): ByteString {
  return [...headersIn.all('x-forwarded-for'), client.remoteAddress].join(', ');
}

/** The values of all attempts: commas separate servers, and colons internal redirects. */
function listed(valueOfAttempt: (attempt: ProxyAttempt) => ByteString | undefined): HttpVariable {
  return volatile((request) => {
    const attempts = recordOf(request)?.attempts ?? [];
    if (attempts.length === 0) return undefined;
    const groups: ByteString[][] = [[]];
    for (const attempt of attempts) {
      if (attempt.peer === undefined) groups.push([]);
      else groups.at(-1)?.push(valueOfAttempt(attempt) ?? '');
    }
    return groups.map((values) => values.join(', ')).join(' : ');
  });
}

function cookie(headers: RawHeaders, name: string): ByteString | undefined {
  for (const line of headerValues(headers, 'set-cookie')) {
    const [, key = '', value = ''] = /^([^=;]+)= *([^;]*)/.exec(line) ?? [];
    if (key.trim().toLowerCase() === name) return value;
  }
  return undefined;
}
