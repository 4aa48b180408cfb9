/** The handlers of drawn programs: they follow the steps in the header `X-Program` of a request. */

export const PROGRAM_MODULE = `
function value(v) {
  if (v === null || typeof v !== 'object' || Array.isArray(v)) return v;
  return v.bytes === undefined ? undefined : Buffer.from(v.bytes, 'latin1');
}
function text(v) {
  if (v === undefined) return 'undefined';
  if (typeof v === 'function') return 'a function';
  if (Buffer.isBuffer(v)) return 'bytes ' + v.toString('hex');
  return JSON.stringify(v);
}
// Both engines of nginx end what they join with a sign more, and the length of a host's page is one of its name.
function plain(v) { return typeof v === 'string' ? v.replace(/, */g, ',').replace(/,$/, '').replace(/^[12]\\d\\d$/, 'LENGTH') : v; }
function step(r, s) {
  const path = String(s[1]);
  const dot = path.indexOf('.');
  const on = dot < 0 ? r : r[path.slice(0, dot)];
  const name = path.slice(dot + 1);
  switch (s[0]) {
    case 'get': return plain(on[name]);
    case 'set': on[name] = value(s[2]); return plain(on[name]);
    case 'delete': return [delete on[name], on[name] === undefined];
    case 'has': return name in on;
    // The engine njs lists the name of several lines several times, now and then.
    case 'keys': return Object.keys(r[path]).filter((key, at, all) => key !== 'X-Program' && key !== 'Last-Modified' && all.indexOf(key) === at).sort().slice(0, 12);
    case 'call': return text(r[path].apply(r, s.slice(2).map(value)));
    default: return 'no step';
  }
}
function attempted(r, s, out) {
  try { out.push(text(step(r, s))); } catch (e) { out.push('threw ' + e.name + (e.name === 'Error' ? ' ' + e.message : '')); }
}
function stepsOf(r, phase) { return JSON.parse(r.headersIn['X-Program'] || '{}')[phase] || []; }
function follow(r, phase) {
  const out = [];
  stepsOf(r, phase).forEach((s) => attempted(r, s, out));
  r.error(phase + ' ' + out.join(' '));
  return out;
}
async function followLater(r, phase) {
  const out = [];
  const steps = stepsOf(r, phase);
  for (let i = 0; i < steps.length; i++) {
    if (steps[i][0] === 'wait') await new Promise((resolve) => setTimeout(resolve, 1));
    else if (steps[i][0] !== 'sub' && steps[i][0] !== 'both') attempted(r, steps[i], out);
    else {
      try {
        const asked = steps[i].slice(1);
        const replies = steps[i][0] === 'sub' ? [await r.subrequest(asked[0], asked[1])] : await Promise.all(asked.map((uri) => r.subrequest(uri)));
        replies.forEach((reply) => out.push(text([reply.status, String(reply.responseText).replace(/nginx\\S*|srvspec\\S*/g, 'HOST').slice(0, 60), reply.uri, reply.method, reply.parent === r, reply.headersOut['Content-Type'], plain(reply.headersOut['X-A'])])));
      } catch (e) { out.push('threw ' + e.name + (e.name === 'Error' ? ' ' + e.message : '')); }
    }
  }
  r.error(phase + ' ' + out.join(' '));
  return out;
}
const ENDS = ['return', 'finish', 'send', 'sendHeader', 'internalRedirect'];
function answers(r, phase) { return stepsOf(r, phase).some((s) => s[0] === 'call' && ENDS.includes(s[1])); }
async function content(r) { const out = await followLater(r, 'content'); if (!answers(r, 'content')) r.return(200, out.join('\\n')); }
async function inner(r) { const out = await followLater(r, 'inner'); if (!answers(r, 'inner')) r.return(200, out.join('\\n')); }
function contentAtOnce(r) { const out = follow(r, 'content'); if (!answers(r, 'content')) r.return(200, out.join('\\n')); }
async function accessLater(r) { await followLater(r, 'access'); }
function access(r) { follow(r, 'access'); }
function header(r) { follow(r, 'header'); }
function body(r, data, flags) {
  const out = [];
  stepsOf(r, 'body').forEach((s) => {
    if (s[0] === 'pass') r.sendBuffer(data, flags);
    else if (s[0] === 'double') { r.sendBuffer(data); r.sendBuffer(data, flags); }
    else if (s[0] === 'split') { r.sendBuffer(data.slice(0, 3)); r.sendBuffer(data.slice(3), flags); }
    else if (s[0] === 'append') { r.sendBuffer(data, { last: false }); if (flags.last) r.sendBuffer('end', flags); }
    else if (s[0] === 'through') { r.sendBuffer(data, flags); r.done(); }
    else if (s[0] === 'upper') r.sendBuffer(String(data).toUpperCase(), flags);
    else attempted(r, s, out);
  });
  if (flags.last) r.error('body ' + out.join(' '));
}
function computed(r) { const out = follow(r, 'set'); return out.join(' '); }
export default { content, contentAtOnce, inner, accessLater, access, header, body, computed };
`;

/** Locations below `/program/`; `proxy` is the argument of `proxy_pass`. */
export function programLocations(root: string, proxy: string): string {
  const filters = 'js_header_filter program.header; js_body_filter program.body;';
  return `
    location /program/content { js_var $kept first; js_content program.content; }
    location /program/at-once { js_var $kept first; js_content program.contentAtOnce; }
    location /program/inner { js_var $kept first; js_content program.inner; }
    location /program/internal { internal; js_content program.inner; }
    location /program/access { js_access program.access; js_content program.content; }
    location /program/access-later { js_access program.accessLater; js_content program.contentAtOnce; }
    location /program/access-any { satisfy any; deny all; js_access program.access; js_content program.contentAtOnce; }
    location /program/access-file { js_access program.accessLater; alias ${root}/files/a.txt; }
    location /program/filtered { ${filters} js_content program.content; }
    location /program/filtered-file { ${filters} alias ${root}/files/a.txt; }
    location /program/filtered-page { ${filters} error_page 404 /files/page.html; return 404; }
    location /program/filtered-proxy { ${filters} proxy_pass ${proxy}headers; }
    location /program/header-file { js_header_filter program.header; alias ${root}/files/a.txt; }
    location /program/header-proxy { js_header_filter program.header; proxy_pass ${proxy}headers; }
    location /program/header { js_header_filter program.header; js_content program.content; }
    location /program/set { js_set $program_set program.computed; add_header X-Set $program_set always; return 200 "[$program_set]"; }
    location /program/all { js_set $program_all program.computed; add_header X-Set $program_all always; js_access program.access; ${filters} js_content program.content; }
    location @program { js_content program.inner; }`;
}
