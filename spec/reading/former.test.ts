import test from 'tape';
import { type KnownIds, renamed, unknownId } from './former.js';

const KNOWN: KnownIds = {
  requirements: ['a.one', 'a.one.more', 'a.single'],
  cases: ['a.one/x/texts', 'a.one/x/numbers', 'a.one/y', 'a.one.more/x', 'a.single'],
  formerly: { 'b.old': 'a.one', 'b.older': 'a.one.more', 'b.single': 'a.single' },
};

test('former ids: a case gets a current id only if that is certain', (t) => {
  t.equal(renamed('b.older', KNOWN), 'a.one.more/x');
  t.equal(renamed('b.single', KNOWN), 'a.single');
  t.equal(renamed('a.one/y', KNOWN), undefined, 'the id is current');
  t.equal(renamed('b.old', KNOWN), undefined, 'a requirement of several cases');
  t.equal(renamed('c.other', KNOWN), undefined, 'an unknown id');
  t.end();
});

test('former ids: a complaint names the current id', (t) => {
  t.equal(unknownId('a.one/y', KNOWN), undefined);
  t.equal(unknownId('a.one', KNOWN), undefined);
  t.equal(unknownId('b.old', KNOWN), 'there is no b.old any more; it is called a.one now');
  t.match(unknownId('c.other', KNOWN) ?? '', /no requirement or case c\.other; `srvspec list`/);
  t.equal(
    unknownId('a.one/x/txets', KNOWN),
    'there is no requirement or case a.one/x/txets; did you mean a.one/x/texts?',
  );
  t.equal(unknownId('a.nne', KNOWN), 'there is no requirement or case a.nne; did you mean a.one?');
  t.match(unknownId('zone', KNOWN, ['zones']) ?? '', /did you mean zones\?$/);
  t.end();
});
