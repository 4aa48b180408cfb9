import test from 'tape';
import { ResponseBody } from './response-body.js';
import type { BodyFraming } from './response-head.js';

/** Reads a body in pieces of some size. */
function fed(length: BodyFraming['length'], text: string, size: number): ResponseBody & { readonly text: string } {
  const body = new ResponseBody({ length, keepAlive: true }, { keepsTrailers: true });
  let taken = '';
  for (let at = 0; at < text.length; at += size) {
    for (const part of body.take(Buffer.from(text.slice(at, at + size), 'latin1'))) taken += part.toString('latin1');
  }
  return Object.assign(body, { text: taken });
}

test('response bodies: the same for pieces of any size', (t) => {
  const chunked = '3\r\nfoo\r\n5;x=y\r\nbar\r\n\r\n0A\r\n0123456789\r\n0\r\nX-T: 1 \r\nY:\r\n\r\nmore';
  for (const size of [1, 2, 3, 7, 100]) {
    const body = fed('chunked', chunked, size);
    t.deepEqual([body.text, body.isDone, body.excess.toString()], ['foobar\r\n0123456789', true, 'more'], `by ${size}`);
    t.deepEqual(body.trailers, ['X-T', '1', 'Y', '']);
    const sized = fed(5, 'abcdefg', size);
    t.deepEqual([sized.text, sized.isDone, sized.excess.toString()], ['abcde', true, 'fg']);
    const open = fed('until the end', 'abcdefg', size);
    t.deepEqual([open.text, open.isDone, open.endsWithConnection], ['abcdefg', false, true]);
  }
  t.equal(fed(0, '', 1).isDone, true, 'an empty one is complete immediately');
  t.end();
});

test('response bodies: invalid chunks', (t) => {
  for (const text of [
    'x',
    '\r\n',
    '3\r\nfoox',
    '3\r\nfoo\r\nzz',
    '1234567890abcdef1\r\n',
    '0\r\nno header\r\n',
    '-1\r\n',
  ])
    t.ok(fed('chunked', text, 1).isInvalid, JSON.stringify(text));
  t.notOk(fed('chunked', '3\r\nfoo\r\n', 1).isInvalid, 'an unfinished one is not broken');
  t.equal(fed('chunked', '', 1).least, 5, 'a last chunk and its end');
  t.equal(fed('chunked', '3\r\nfo', 100).least, 8, 'the rest of a chunk, and a last one');
  t.equal(fed('chunked', '3\r\nfoo', 100).least, 7, 'a last chunk after another one');
  t.equal(fed(9, 'abc', 100).least, 6);
  t.equal(fed('until the end', 'abc', 100).least, Number.POSITIVE_INFINITY);
  t.end();
});
