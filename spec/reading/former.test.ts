import test from 'tape';
import { currentIds, type KnownIds, renamed, unknownId } from './former.js';

const KNOWN: KnownIds = {
  requirements: ['a.one', 'a.one.more', 'a.single'],
  cases: ['a.one/x/texts', 'a.one/x/numbers', 'a.one/y', 'a.one.more/x', 'a.single'],
  formerly: { 'b.old': 'a.one' },
};

test('former ids: what is left without the name of the law is the name of today', (t) => {
  t.deepEqual(currentIds('a.one/law/y', KNOWN), ['a.one/y']);
  t.deepEqual(currentIds('a.one/law/x', KNOWN), ['a.one/x/texts', 'a.one/x/numbers']);
  t.deepEqual(currentIds('a.one/findsY', KNOWN), ['a.one/y'], 'a law without data gave the end of its name');
  t.deepEqual(currentIds('a.single/law', KNOWN), ['a.single']);
  t.deepEqual(currentIds('a.one.more/law/z', KNOWN), ['a.one.more/x'], 'else all cases of its requirement');
  t.deepEqual(currentIds('b.old', KNOWN), ['a.one'], 'or what a requirement lists');
  t.deepEqual(currentIds('c.other/law', KNOWN), []);
  t.end();
});

test('former ids: a case is another of today only where that is certain', (t) => {
  t.equal(renamed('a.one/law/y', KNOWN), 'a.one/y');
  t.equal(renamed('a.single/law', KNOWN), 'a.single');
  t.equal(renamed('a.one/law/x', KNOWN), undefined, 'two');
  t.equal(renamed('a.one.more/law/z', KNOWN), undefined, 'a guess');
  t.equal(renamed('a.one/y', KNOWN), undefined, 'it is of today');
  t.equal(renamed('b.old', KNOWN), undefined, 'a requirement of several cases');
  t.equal(renamed('b.older', { ...KNOWN, formerly: { 'b.older': 'a.one.more' } }), 'a.one.more/x');
  t.end();
});

test('former ids: the message names them', (t) => {
  t.equal(unknownId('a.one/y', KNOWN), undefined);
  t.equal(unknownId('a.one', KNOWN), undefined);
  t.match(unknownId('a.one/law/y', KNOWN) ?? '', /a\.one\/law\/y .* called a\.one\/y now/);
  t.match(unknownId('c.other', KNOWN) ?? '', /no requirement or case c\.other; `srvspec list`/);
  t.match(unknownId('a.one/law/x', KNOWN) ?? '', /called a\.one\/x\/texts, a\.one\/x\/numbers now/);
  t.equal(
    unknownId('a.one/x/txets', KNOWN),
    'there is no requirement or case a.one/x/txets; did you mean a.one/x/texts?',
    'a slip is no former name',
  );
  t.equal(unknownId('a.nne', KNOWN), 'there is no requirement or case a.nne; did you mean a.one?');
  t.match(unknownId('zone', KNOWN, ['zones']) ?? '', /did you mean zones\?$/);
  t.end();
});
