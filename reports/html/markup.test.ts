import test from 'tape';
import { html } from './markup.js';

test('values are escaped, markup is not', (t) => {
  t.equal(String(html`<b title="${'"x"'}">${"<i>&'"}</b>`), '<b title="&quot;x&quot;">&lt;i&gt;&amp;&#39;</b>');
  t.equal(String(html`<p>${html`<b>${1}</b>`}${[html`<i>`, html`</i>`]}</p>`), '<p><b>1</b><i></i></p>');
  t.end();
});

test('characters that a browser would drop or reorder are spelled out', (t) => {
  t.equal(String(html`${'\u0000\u2028\ud800\u202e\r'}`), '\\x00\\u2028\\ud800\\u202e\\r');
  t.equal(String(html`${'$& \\1'}`), '$&amp; \\1');
  t.end();
});
