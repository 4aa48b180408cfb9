/** Locations that pass requests on, each with another setting. */
import { words } from './conversation.js';

/** Names of upstream groups, which are outside of the server. */
export function proxiedGroups(peer: string): string {
  return `
  upstream group { server unix:${peer}; keepalive 4; }
  upstream halved { server unix:${peer}.missing max_fails=0; server unix:${peer} max_fails=0; }
  upstream spare { server unix:${peer}.missing max_fails=0; server unix:${peer} backup max_fails=0; }
  upstream refusing { server unix:${peer}.missing max_fails=0; }`;
}

/** The locations, below `/passed/`; `proxy` is the argument of `proxy_pass`. */
export function proxiedLocations(root: string, proxy: string): string {
  return `
    location /passed/group/ { proxy_pass http://group/; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /passed/halved/ { proxy_pass http://halved/; }
    location /passed/spare/ { proxy_pass http://spare/; }
    location /passed/refusing/ { proxy_pass http://refusing/; }
    location /passed/paged/ { proxy_pass ${proxy}; proxy_intercept_errors on; error_page 404 /files/page.html; error_page 502 =200 /return/text; error_page 302 = @named; error_page 503 @spare; }
    location @spare { proxy_pass http://group; }
    location /passed/headers/ { proxy_pass ${proxy}; proxy_set_header Host "own $host"; proxy_set_header X-One "set"; proxy_set_header Accept ""; proxy_set_header X-Added $request_uri; proxy_hide_header X-One; proxy_pass_header Server; proxy_pass_header Date; proxy_pass_header X-Accel-Expires; }
    location /passed/redirect/ { proxy_pass ${proxy}; proxy_redirect http://localhost/ /passed/; }
    location /passed/redirect-off/ { proxy_pass ${proxy}; proxy_redirect off; }
    location /passed/bare/ { proxy_pass ${proxy}; proxy_pass_request_headers off; proxy_pass_request_body off; }
    location /passed/method/ { proxy_pass ${proxy}; proxy_method POST; proxy_set_body "body of $uri"; }
    location /passed/unbuffered/ { proxy_pass ${proxy}; proxy_buffering off; proxy_request_buffering off; proxy_http_version 1.1; }
    location /passed/small/ { proxy_pass ${proxy}; proxy_buffer_size 128; proxy_buffers 2 128; proxy_busy_buffers_size 128; }
    location /passed/old/ { proxy_pass ${proxy}; proxy_http_version 1.0; }
    location /passed/computed/ { set $where unix; proxy_pass http://$where:${proxy.slice('http://unix:'.length, -2)}:/echo; }
    location /passed/ignoring/ { proxy_pass ${proxy}; proxy_ignore_headers X-Accel-Redirect X-Accel-Buffering; }
    location /passed/secret { internal; alias ${root}/files/a.txt; }
    location /passed/variables/ { proxy_pass ${proxy}; add_header X-Upstream "$upstream_status|$upstream_http_x_one|$upstream_response_length|$upstream_cookie_a|$proxy_host|$proxy_port" always; }`;
}

const answers = words(`
  ok echo chunked closed 304 204 garbage cut nothing continue headers redirect 404 503 accel accel-named
  accel-missing accel-outside doubled both bad-length bad-line long-head excess location refresh modified ranged
  challenge trailers bad-chunk cut-chunk early-hints no-reason many-cookies empty nul status-line slow-type 500
  unbuffered charset
`);
const settings = words(`
  group halved spare refusing paged headers redirect redirect-off bare method unbuffered small old computed
  ignoring variables
`);

export const PROXIED_PATHS: readonly string[] = [
  ...answers.map((answer) => `/proxy/${answer}`),
  ...settings.flatMap((setting) => answers.map((answer) => `/passed/${setting}/${answer}`)),
];
