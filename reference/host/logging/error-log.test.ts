import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  const euro = '\\u20ac';
  export default {
    levels(r) {
      r.log('rl'); r.warn('rw'); r.error('re');
      srv.log(srv.INFO, 'si'); srv.log(srv.WARN, 'sw'); srv.log(srv.ERR, Buffer.from('se'));
      console.log('cl', { a: 1 }); console.info('ci'); console.warn('cw'); console.error('ce');
      r.log(undefined); r.log(Buffer.from([0x62]));
      let refused = '';
      try { srv.log(99, 'x'); } catch (error) { refused = error.name; }
      r.return(200, refused);
    },
    long(r) {
      r.log('a'.repeat(2048)); r.warn('b'.repeat(2049)); r.error(euro.repeat(1000)); srv.log(srv.ERR, 'c'.repeat(5000));
      r.return(200);
    },
  };
`;

/** Level and message of each line that a script wrote. */
function written(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const match = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(\w+)\] \d+#\d+: \*1 js: (.*)$/.exec(line);
    return match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const];
  });
}

test('the error log: levels and line format', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_content main.levels; }' });
  t.equal((await host.ask('/')).text, 'RangeError', 'an unknown level is rejected');
  t.deepEqual(written(host.log()), [
    ['info', 'rl'],
    ['warn', 'rw'],
    ['error', 're'],
    ['info', 'si'],
    ['warn', 'sw'],
    ['error', 'se'],
    ['info', 'cl'],
    ['info', '{a:1}'],
    ['info', 'ci'],
    ['warn', 'cw'],
    ['error', 'ce'],
    ['info', 'undefined'],
    ['info', 'b'],
  ]);
});

test('the error log: levels below the configured one are omitted', async (t) => {
  const host = await testHost(t, {
    script,
    server:
      'error_log error.log warn; location / { js_content main.levels; } location /e { error_log error.log error; js_content main.levels; }',
  });
  await host.ask('/');
  t.deepEqual(
    written(host.log()).map(([, message]) => message),
    ['rw', 're', 'sw', 'se', 'cw', 'ce'],
  );
});

test('the error log: messages are cut to 2048 bytes', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_content main.long; }' });
  await host.ask('/');
  const [a, b, c, d] = written(host.log()).map(([, message]) => message);
  t.equal(a, 'a'.repeat(2048));
  t.equal(b, 'b'.repeat(2048));
  t.equal(c, `${'€'.repeat(682)}\ufffd`, 'also in the middle of a character');
  t.equal(d, 'c'.repeat(2048));
});
