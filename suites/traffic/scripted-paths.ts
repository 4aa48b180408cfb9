/** Locations with handlers, filters and variables. */

/** Functions of a module of their own; each has the name of its location. */
const FUNCTIONS = `
function lengthFirst(r) { r.headersOut['Content-Length'] = '3'; r.headersOut['X-One'] = '1'; r.return(200, 'abc'); }
function lengthWrong(r) { r.headersOut['Content-Length'] = '5'; r.headersOut['X-One'] = '1'; r.return(200, 'abc'); }
function lengthSent(r) { r.headersOut['Content-Length'] = '6'; r.headersOut['X-One'] = '1'; r.status = 200; r.sendHeader(); r.send('abc'); r.send('def'); r.finish(); }
function own(r) { r.headersOut.Server = 'own'; r.headersOut['X-One'] = '1'; r.headersOut.Date = 'today'; r.headersOut['Last-Modified'] = 'Sat, 03 Feb 2024 04:05:06 GMT'; r.return(200, 'own'); }
function located(r) { r.headersOut.Location = '/files/a.txt'; r.headersOut['X-One'] = '1'; r.return(201, 'located'); }
function again(r) { r.headersOut['X-One'] = '1'; r.headersOut['X-Two'] = '2'; r.headersOut['X-One'] = '3'; r.headersOut.ETag = '"a"'; r.headersOut['X-Three'] = '3'; r.headersOut.ETag = '"b"'; delete r.headersOut['X-Two']; r.return(200, 'again'); }
function cookies(r) { r.headersOut['Set-Cookie'] = ['a=1', 'b=2']; r.headersOut['X-Many'] = ['1', '2']; r.return(200, JSON.stringify([r.headersOut['Set-Cookie'], r.rawHeadersOut])); }
function status(r) { r.return(Number(r.args.code || 200), r.args.text); }
function teapot(r) { r.status = 418; r.sendHeader(); r.finish(); }
function noBody(r) { r.status = 204; r.sendHeader(); r.send('never seen'); r.finish(); }
function sendsThenThrows(r) { r.status = 200; r.sendHeader(); r.send('part'); throw new Error('after a part'); }
function endsInside(r) { r.status = 200; r.sendHeader(); r.send('part'); }
function sent(r) { r.headersOut['X-One'] = '1'; r.status = 200; r.sendHeader(); r.send('abc'); r.send('def'); r.finish(); }

function trailer(r) { r.headersOut.Trailer = 'X-Foo'; r.headersOut['X-One'] = '1'; r.return(200, 'whole'); }
function trailerSent(r) { r.headersOut.Trailer = 'X-Foo'; r.headersOut['X-One'] = '1'; r.status = 200; r.sendHeader(); r.send('part'); r.finish(); }
function connection(r) { r.headersOut.Connection = 'close'; r.headersOut['X-One'] = '1'; r.return(200, 'whole'); }
function headThenThrows(r) { r.status = 200; r.sendHeader(); throw new Error('after the header'); }
function later(r) { r.return(404); }
function failing(r) { r.return(500); }
function shown(r) { r.return(200, [r.uri, r.method, r.status, r.variables.status, r.internal, JSON.stringify(r.args)].join('|')); }
function inward(r) { r.internalRedirect(r.args.to || '/files/a.txt'); }
function inwardNamed(r) { r.internalRedirect('@scripted'); }
function assigned(r) { r.variables.assigned = 'by handler'; r.variables.limit_rate = '0'; r.return(200, r.variables.assigned + r.variables.arg_a); }
function wrongAssigned(r) { r.variables.host = 'x'; r.return(200, 'assigned'); }
function described(r) { return r.method + ' ' + r.uri; }
function describedArgument(r) { return r.variables.arg_a ? 'a=' + r.variables.arg_a : ''; }
function throwing(r) { throw new Error('in a variable'); }

async function inner(r) { const reply = await r.subrequest(r.args.of || '/files/a.txt', { args: 'x=1' }); r.return(200, JSON.stringify([reply.status, reply.responseText.replace(/(<center>)(?:nginx|srvspec)[^<]*/, '$1HOST'), reply.headersOut['Content-Type'], reply.status < 300 && reply.headersOut['Content-Length'], reply.uri, reply.method])); }
async function innerMethod(r) { const reply = await r.subrequest('/sub/shown', { method: r.args.method || 'POST', body: 'inner body' }); r.return(200, reply.status + reply.responseText); }
async function innerBody(r) { const reply = await r.subrequest('/proxy/echo', { method: 'PUT', body: 'inner' }); r.return(200, reply.responseText); }
async function innerHead(r) { const reply = await r.subrequest('/files/a.txt', { method: 'HEAD' }); r.return(200, JSON.stringify([reply.status, reply.responseText, reply.headersOut['Content-Length']])); }
function innerCallback(r) { r.subrequest('/sub/shown', 'a=1', (reply) => r.return(reply.status, reply.responseText)); }
async function innerLarge(r) { try { const reply = await r.subrequest('/files/data.unknown'); r.return(200, 'length ' + reply.responseText.length); } catch (error) { r.return(200, String(error)); } }
function innerDetached(r) { r.subrequest('/sub/shown', { detached: true }); r.return(200, 'gone on'); }
async function innerAll(r) { const replies = await Promise.all(['/files/a.txt', '/proxy/ok', '/sub/shown', '/missing'].map((uri) => r.subrequest(uri))); r.headersOut['X-Statuses'] = replies.map((reply) => reply.status).join(); r.return(200, replies.map((reply) => reply.responseText.slice(0, 50)).join('+')); }
async function innerNested(r) { const reply = await r.subrequest('/sub/inner', 'of=/files/page.html'); r.return(200, 'inside: ' + reply.status); }

function filterLength(r) { delete r.headersOut['Content-Length']; r.headersOut['X-Filtered'] = r.uri + r.status; }
function filterHeaders(r) { if (r.status >= 400) delete r.headersOut['Content-Length']; r.headersOut['X-Filtered'] = ['1', '2']; r.headersOut['Content-Type'] = 'text/filtered'; delete r.headersOut.ETag; }
function filterStatus(r) { if (r.status < 300) r.status = 202; }
function filterThrows(r) { throw new Error('in a filter'); }
function upper(r, data, flags) { r.sendBuffer(data.toUpperCase(), flags); }
function dropped(r, data, flags) { r.sendBuffer('', flags); }
function once(r, data, flags) { r.sendBuffer('replaced', { last: true }); r.done(); }
function through(r, data, flags) { r.sendBuffer(data, flags); r.done(); }
function counted(r, data, flags) { r.sendBuffer('[' + (data.length > 40 ? 'long' : data.length) + (flags.last ? ' last' : '') + ']', flags); }
function atEnd(r, data, flags) { r.sendBuffer(data, { last: false }); if (flags.last) r.sendBuffer('end', flags); }
function bytes(r, data, flags) { r.sendBuffer(Buffer.from(String(data).replace(/(<center>)(?:nginx|srvspec)[^<]*/, '$1HOST')).reverse(), flags); }
function bodyThrows(r, data, flags) { throw new Error('in a body filter'); }

function allow(r) { if (r.args.as === 'no') r.return(403); else if (r.args.as === 'none') r.return(401); else if (r.args.as === 'text') r.return(200, 'from access'); else if (r.args.as === 'far') r.return(302, '/files/a.txt'); else if (r.args.as === 'throw') throw new Error('in access'); else if (r.args.as === 'off') r.decline(); }
async function allowLater(r) { const reply = await r.subrequest('/allowed-by/' + (r.args.as || 'yes')); if (reply.status !== 204) r.return(403); }
`;

const names = [...FUNCTIONS.matchAll(/^(?:async )?function (\w+)/gm)].map(([, name = '']) => name);

export const SCRIPTED_MODULE = `${FUNCTIONS}\nexport default { ${names.join(', ')} };\n`;

const plain = [
  ...[
    'sent',
    'lengthFirst',
    'lengthWrong',
    'lengthSent',
    'own',
    'located',
    'again',
    'cookies',
    'status',
    'teapot',
    'noBody',
  ],
  ...[
    'later',
    'failing',
    'sendsThenThrows',
    'headThenThrows',
    'endsInside',
    'trailer',
    'trailerSent',
    'connection',
    'shown',
    'inward',
    'inwardNamed',
    'assigned',
    'wrongAssigned',
    'inner',
    'innerMethod',
  ],
  ...['innerBody', 'innerHead', 'innerCallback', 'innerLarge', 'innerDetached', 'innerAll', 'innerNested'],
];
const headerFilters = ['filterLength', 'filterHeaders', 'filterStatus', 'filterThrows'];
const bodyFilters = ['upper', 'dropped', 'once', 'through', 'counted', 'atEnd', 'bodyThrows'];

/** The locations, below `/sub/`, `/filtered/` and `/access/`. `proxy` is the argument of `proxy_pass`. */
export function scriptedLocations(root: string, proxy: string): string {
  const filtered = (name: string, directives: string): string => `
    location /filtered/${name}/files/ { ${directives} alias ${root}/files/; }
    location /filtered/${name}/proxy/ { ${directives} proxy_pass ${proxy}; }
    location /filtered/${name}/return { ${directives} return 200 "returned text"; }
    location /filtered/${name}/script { ${directives} js_content scripted.shown; }
    location /filtered/${name}/sent { ${directives} js_content scripted.sent; }
    location /filtered/${name}/missing { ${directives} return 404 "not here"; }`;
  return `
    ${plain.map((name) => `location /sub/${name} { js_var $assigned first; js_content scripted.${name}; }`).join('\n    ')}
    ${headerFilters.map((name) => filtered(name, `js_header_filter scripted.${name};`)).join('')}
    ${bodyFilters.map((name) => filtered(name, `js_header_filter scripted.filterLength; js_body_filter scripted.${name};`)).join('')}
    ${filtered('bytes', 'js_header_filter scripted.filterLength; js_body_filter scripted.bytes buffer_type=buffer;')}
    ${filtered('kept', 'js_body_filter scripted.upper;')}
    location @scripted { js_content scripted.shown; }
    location /described { js_set $described scripted.described; js_set $described_too scripted.describedArgument nocache; add_header X-Described $described; add_header X-Described-Too $described_too; return 200 "$described $described_too"; }
    location /throwing { js_set $throwing scripted.throwing; add_header X-Described "[$throwing]" always; return 200 "($throwing)"; }
    location /paged/script { error_page 404 /sub/shown; error_page 500 = /sub/shown; error_page 403 @scripted; error_page 410 =299 /sub/shown;
      location /paged/script/404 { js_content scripted.later; } location /paged/script/500 { js_content scripted.failing; }
      location /paged/script/403 { return 403; } location /paged/script/410 { return 410; } location /paged/script/throws { js_content main.throws; } }
    location /allowed-by/ { internal; js_content main.isAllowed; }
    location /allowed-by/yes { internal; return 204; }
    location /access/plain { js_access scripted.allow; return 200 never; alias ${root}/files/a.txt; }
    location /access/script { js_access scripted.allow; js_content scripted.shown; }
    location /access/file { js_access scripted.allow; alias ${root}/files/a.txt; }
    location /access/proxy { js_access scripted.allow; proxy_pass ${proxy}ok; }
    location /access/any { satisfy any; deny all; js_access scripted.allow; alias ${root}/files/a.txt; }
    location /access/any-open { satisfy any; allow all; js_access scripted.allow; alias ${root}/files/a.txt; }
    location /access/all { satisfy all; allow all; js_access scripted.allow; auth_request /allowed; alias ${root}/files/a.txt; }
    location /access/later { js_access scripted.allowLater; alias ${root}/files/a.txt; }`;
}

const filteredKinds = ['files/a.txt', 'files/none', 'files/data.unknown', 'return', 'script', 'sent', 'missing'];
const filteredProxied = ['ok', 'chunked', 'closed', '204', '404', 'headers', 'echo'];
const verdicts = ['', '?as=no', '?as=none', '?as=text', '?as=far', '?as=throw', '?as=off'];

export const SCRIPTED_PATHS: readonly string[] = [
  ...plain.map((name) => `/sub/${name}`),
  ...[
    '200',
    '201',
    '204',
    '206',
    '301&text=/x',
    '301',
    '302&text=http://h/',
    '303',
    '304',
    '307&text=/y',
    '400',
    '404',
  ].map((code) => `/sub/status?code=${code}`),
  ...['404&text=own', '500', '503&text=', '599', '999', '200&text=x', '204&text=x', '100'].map(
    (code) => `/sub/status?code=${code}`,
  ),
  ...['/sub/shown?a=1', '@scripted', '/missing', '/proxy/ok', '/return/301', '/files/dir', 'nothing'].map(
    (to) => `/sub/inward?to=${to}`,
  ),
  ...[
    '/proxy/ok',
    '/proxy/closed',
    '/proxy/cut',
    '/proxy/garbage',
    '/proxy/404',
    '/missing',
    '/return/301',
    '/return/204',
    '/files/dir',
  ].map((of) => `/sub/inner?of=${of}`),
  ...['/js/throws', '/js/pieces', '/js/none', '/denied', '/pages/404', '/proxy/nothing', '/js/304', '/internal'].map(
    (of) => `/sub/inner?of=${of}`,
  ),
  ...['HEAD', 'GET', 'DELETE', 'PATCH'].map((method) => `/sub/innerMethod?method=${method}`),
  ...[...headerFilters, ...bodyFilters, 'bytes', 'kept'].flatMap((name) => [
    ...filteredKinds.map((kind) => `/filtered/${name}/${kind}`),
    ...filteredProxied.map((kind) => `/filtered/${name}/proxy/${kind}`),
  ]),
  ...['/described', '/described?a=1', '/throwing'],
  ...['404', '500', '403', '410', 'throws'].map((name) => `/paged/script/${name}`),
  ...['plain', 'script', 'file', 'proxy', 'any', 'any-open', 'all'].flatMap((name) =>
    verdicts.map((verdict) => `/access/${name}${verdict}`),
  ),
  ...['/access/later', '/access/later?as=yes', '/access/later?as=other'],
];
