/** The site that both hosts serve: one configuration, its files and its script. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostDirectives } from './hosts.js';
import { MEMBER_MODULE, MEMBER_ZONES } from './members.js';
import { PROGRAM_MODULE, programLocations } from './program-module.js';
import { proxiedGroups, proxiedLocations } from './proxied-paths.js';

/** The modification time of every file, in milliseconds. */
export const MODIFIED = Date.UTC(2024, 1, 3, 4, 5, 6);

/** Files by their paths below the root. */
export const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'abcdefghijklmnopqrstuvwxyz',
  'page.html': '<p>page</p>\n',
  none: '',
  'dir/index.html': 'index of dir',
  'data.unknown': 'x'.repeat(70_000),
  'with space.txt': 'space',
};

const FOLDERS = ['empty'];

const SCRIPT = `
function args(r) { r.return(200, JSON.stringify(r.args)); }
function echo(r) { r.return(200, JSON.stringify([r.method, r.uri, r.httpVersion, r.rawHeadersIn, r.variables.request_uri])); }
function big(r) { r.return(200, 'b'.repeat(100000)); }
function headers(r) { r.headersOut['X-One'] = ['1', '2']; r.headersOut['Content-Type'] = 'text/x'; r.headersOut['Content-Length'] = '3'; r.headersOut.ETag = '"x"'; r.return(200, 'abc'); }
function pieces(r) { r.status = 201; r.sendHeader(); r.send('one'); r.send(''); r.send('two'); r.finish(); }
function none(r) { }
function redirect(r) { r.return(302, '/files/a.txt'); }
function throws(r) { throw new Error('on purpose'); }
function body(r) { r.return(200, String(r.requestText)); }
function later(r) { setTimeout(() => r.return(200, 'later'), 1); }
function notModified(r) { r.return(304); }
export default { args, echo, big, headers, pieces, none, redirect, throws, body, later, notModified };
`;

interface SiteOptions extends HostDirectives {
  /** Folder of the site's files, the same for both hosts. */
  readonly root: string;
  /** Folder of logs, sockets and the pid file. */
  readonly own: string;
  /** Path of the socket of {@link startPeer}. */
  readonly peer: string;
  /** Its port, for scripts, which fetch from addresses. */
  readonly peerPort: number;
}

export function siteConfiguration({ root, own, peer, peerPort, ahead, block }: SiteOptions): string {
  return `${ahead}
daemon off; worker_processes 1; pid ${own}/pid; error_log ${own}/error.log info;
events { worker_connections 512; }
http {
  ${block}
  js_path ${root}; js_import main from main.js; js_import program from program.js; js_import members from members.js;
  ${MEMBER_ZONES}
  types { text/html html; text/plain txt; }
  default_type application/octet-stream;
  client_body_temp_path ${own}/body; proxy_temp_path ${own}/proxy; fastcgi_temp_path ${own}/f; uwsgi_temp_path ${own}/u; scgi_temp_path ${own}/s;
  client_max_body_size 1m;
  map $arg_m $mapped { default none; one 1; two 2; ~^x(?<digit>\\d) "x and $digit"; }
  # Of a body in chunks that comes late nginx takes off what it has read past it; ours has written its line by then.
  map $http_transfer_encoding $length { "" $request_length; default -; }
  log_format traffic '"$request" $length $remote_user $connection_requests "$http_referer" $host $request_method $uri $args $status $body_bytes_sent $request_completion';
  access_log ${own}/access.log traffic;${proxiedGroups(peer)}
  server {
    listen unix:${own}/socket default_server; large_client_header_buffers 4 128k;
    server_name localhost;
    location /members {
      client_body_buffer_size 1m;
      set $folder ${own}/folder; set $peer 127.0.0.1:${peerPort}; js_content members.h0;
    }
    location = /probe { access_log off; return 204; }
${fileLocations(root)}${SCRIPTED}    location /proxy/ { proxy_pass http://unix:${peer}:/; }${proxiedLocations(root, `http://unix:${peer}:/`)}${programLocations(root, `http://unix:${peer}:/`)}
  }
  server { listen unix:${own}/socket; server_name named.example; return 200 "named server"; }
}
`;
}

/** Locations with files, returns, rewrites and access checks. */
const fileLocations = (root: string): string => `    location /files/ { root ${root}; index index.html; }
    location /aliased/ { alias ${root}/files/; }
    location /tried/ { root ${root}/files; try_files $uri /files/a.txt; }
    location /coded/ { root ${root}; try_files $uri =418; }
    location /named/ { root ${root}; try_files $uri @named; }
    location @named { return 200 "named $uri"; }
    location /return/200 { return 200; }
    location /return/204 { return 204; }
    location /return/301 { return 301 /files/a.txt; }
    location /return/404 { return 404; }
    location /return/text { default_type text/plain; return 200 "text $request_method"; }
    location /pages/ { error_page 404 /files/page.html; error_page 500 =200 /files/page.html; error_page 403 = @named;
      location /pages/404 { return 404; } location /pages/500 { return 500; } location /pages/changed { return 403; } }
    location /internal { internal; return 200 inside; }
    location /rewritten/ { rewrite ^/rewritten/(.*)$ /files/$1?by=$1 last; }
    location /if { if ($arg_a = 1) { return 200 one; } if ($arg_a) { rewrite ^ /return/text break; return 200 "other $uri"; } return 200 none; }
    location /added/ { alias ${root}/files/; add_header X-Added "$uri $status"; add_header X-Always always always; expires 1h; }
    location /limited { client_max_body_size 10; return 200 "$content_length"; }
    location /denied { deny all; return 200; root ${root}; }
    location /mapped { return 200 "$mapped"; }
    location /variables { root ${root}; return 200 "$request_uri|$uri|$args|$is_args|$arg_x|$http_host|$host|$server_name|$server_protocol|$scheme|$request_length|$content_type|$cookie_a|$http_x_one|$remote_addr|$document_root|$request_filename"; }
    location /auth/ { auth_request /allowed; root ${root}; location /auth/yes { auth_request /allowed; try_files /files/a.txt =404; } location /auth/no { auth_request /forbidden; try_files /files/a.txt =404; } location /auth/none { auth_request /unknown; try_files /files/a.txt =404; } }
`;

/** Subrequests for access, and locations with scripts. */
const SCRIPTED = `    location = /allowed { internal; return 204; }
    location = /forbidden { internal; return 403; }
    location = /unknown { internal; return 401; }
    location /js/echo { js_content main.echo; }
    location /js/args { js_content main.args; }
    location /js/big { js_content main.big; }
    location /js/headers { js_content main.headers; }
    location /js/pieces { js_content main.pieces; }
    location /js/none { js_content main.none; }
    location /js/redirect { js_content main.redirect; }
    location /js/throws { js_content main.throws; }
    location /js/body { js_content main.body; }
    location /js/later { js_content main.later; }
    location /js/304 { js_content main.notModified; }
`;

/** Writes the files that both hosts serve. */
export async function writeServedFiles(root: string): Promise<void> {
  const modified = new Date(MODIFIED);
  for (const folder of FOLDERS) await mkdir(join(root, 'files', folder), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(root, 'files', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await utimes(path, modified, modified);
  }
  await writeFile(join(root, 'main.js'), SCRIPT);
  await writeFile(join(root, 'program.js'), PROGRAM_MODULE);
  await writeFile(join(root, 'members.js'), MEMBER_MODULE);
}
