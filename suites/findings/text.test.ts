import test from 'tape';
import { findingsText, sinceText } from './text.js';

test('the head has the hosts and the titles of the documents', (t) => {
  const looked = { key: 'nginx-new', runtime: 'njs 1.0.2, engine qjs', build: 'nginx version: nginx/1.30.6', cases: 7 };
  const text = findingsText([], [looked], [{ id: 3, title: 'Built-ins' }]);
  t.ok(text.includes('- document 3: Built-ins'), text);
  t.ok(text.includes('| nginx-new | njs 1.0.2, engine qjs | nginx version: nginx/1.30.6 | 7 |'), text);
  t.end();
});

test('versions are in numerical order, not in that of their letters', (t) => {
  t.equal(sinceText({ since: '0.9.9' }, ['0.8.0', '0.10.0'], ['0.10.0', '0.9.9']), 'since 0.9.9 (not in 0.8.0)');
  t.equal(sinceText({ since: '0.10.0' }, ['0.9.9', '0.10.0'], ['0.10.0']), 'since 0.10.0 (not in 0.9.9)');
  t.equal(sinceText({ until: '0.9.9' }, ['0.9.9'], ['0.9.9']), 'since 0.9.9 or earlier, not after 0.9.9');
  t.end();
});
