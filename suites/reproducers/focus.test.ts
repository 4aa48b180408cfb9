import test from 'tape';
import { decode, encode } from '../language/encoding.js';
import { anything, attempted, either, equal, list, record, responses, throws, typed } from '../language/expectation.js';
import { headerAlternatives, printedAlternatives } from './alternatives.js';
import { focusOn, observedText, partAtPath } from './focus.js';

test('the wrong part is found at its place', (t) => {
  const expected = record({ it: list(anything, attempted(2), attempted(throws('TypeError'))) });
  const seen = encode({
    it: [
      ['returned', 1],
      ['returned', 3],
      ['threw', 'TypeError'],
    ],
  });
  const focus = focusOn(expected, seen);
  t.deepEqual(focus.path, ['it', 1]);
  t.equal(observedText(focus.seen, focus.expected), '3');
  t.deepEqual(printedAlternatives(focus.expected), ['2']);
  t.deepEqual(partAtPath(seen, focus.path), ['returned', 3]);

  const inside = focusOn(equal({ a: [1, ['threw', 'RangeError']] }), encode({ a: [1, ['returned', 'x']] }));
  t.deepEqual(inside.path, ['a', 1], 'outcomes within values are recognized');
  t.equal(observedText(inside.seen, inside.expected), '"x"');
  t.deepEqual(printedAlternatives(inside.expected), ['throws RangeError']);

  const one = focusOn(either(record({ a: 1 }), typed('undefined')), encode({ a: 2 }));
  t.deepEqual([one.path, one.seen], [['a'], 2], 'an option of another kind does not matter');
  t.deepEqual(focusOn(either(1, 2), 3).path, [], 'options of one kind are all right texts');
  t.deepEqual(printedAlternatives(either(1, 2)), ['1', '2']);
  t.equal(printedAlternatives(either(1, typed('string'))), undefined, 'not all of them can be listed');
  t.end();
});

test('the wrong part of a response is its status, a header, its body or the answer of its handler', (t) => {
  const body = (text: string) => encode(Buffer.from(text));
  const seen = {
    responses: [
      {
        status: 200,
        headers: [
          ['x-a', '1'],
          ['X-A', '2'],
        ],
        body: body('{"read":[1,{"$undefined":true}]}'),
      },
    ],
  };
  const plain = encode(decode(JSON.parse(JSON.stringify(seen))));
  const at = (parts: object) => focusOn(responses([parts]), plain);
  t.deepEqual(at({ status: 201 }).path, ['responses', 0, 'status']);
  const header = at({ headers: { 'X-a': list('1') } });
  t.deepEqual(
    [header.path, header.seen],
    [
      ['responses', 0, 'headers', 'X-a'],
      ['1', '2'],
    ],
  );
  t.deepEqual(headerAlternatives(header.expected), [['1']]);
  t.deepEqual(at({ body: 'x' }).path, ['responses', 0, 'body']);
  const answer = at({ status: 200, answer: record({ read: list(1, 2) }) });
  t.deepEqual([answer.path, answer.seen], [['responses', 0, 'answer', 'read', 1], { $undefined: true }]);
  t.end();
});
