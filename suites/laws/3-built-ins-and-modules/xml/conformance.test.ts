/** Vectors of the conformance suite in the form of laws: the content of the file, and the root of each document. */
import { readFileSync } from 'node:fs';
import test from 'tape';
import { mismatchOf } from '../../../executor/judge.js';
import type { Law, Trial } from '../../../language/trial.js';
import {
  type ConformanceBatch,
  givesFormsOfSuite,
  parsed,
  readsAll,
  recordsAll,
  refusesAll,
  rootName,
} from './conformance.js';

test('a file of vectors has sections of documents, as texts or as bytes', (t) => {
  const sections = parsed('# a comment\nsection read a\n one "<r/>\\n"\n two =_v4\n\nsection refused b\n three ""\n');
  t.deepEqual(
    [...sections].map(([name, all]) => [name, all.map(({ id, bytes }) => [id, bytes.toString('latin1')])]),
    [
      [
        'read a',
        [
          ['one', '<r/>\n'],
          ['two', '\xfe\xfe'],
        ],
      ],
      ['refused b', [['three', '']]],
    ],
  );
  t.end();
});

test('the root of a document is found after any prolog', (t) => {
  const documents = {
    '<r/>': 'r',
    '<p:r a="<x>">': 'r',
    '<?xml version="1.0"?>\n<!-- <x> --><?y <z>?>\n<r>': 'r',
    '<!DOCTYPE x SYSTEM "a>b"><r/>': 'r',
    '<!DOCTYPE x [<!ELEMENT y ANY><!-- ] > --><?z ]>?><!ENTITY e "]><w>">]>\n<r/>': 'r',
    '\ufeff<r/>': 'r',
    '<é/>': 'é',
  };
  for (const [text, name] of Object.entries(documents)) t.equal(rootName(Buffer.from(text)), name, text);
  t.equal(rootName(Buffer.from('\ufeff<!-- --><r/>', 'utf16le')), 'r');
  t.equal(rootName(Buffer.from('\ufeff<!-- --><r/>', 'utf16le').swap16()), 'r');
  t.end();
});

const FILE = new URL('../../../../../spec/3-built-ins-and-modules/xml/vectors/conformance.txt', import.meta.url);
const NAME = /^[^\s<>&"'/=!?[\]]+$/;

test('every document that must be read has a root', (t) => {
  const named = [...parsed(readFileSync(FILE, 'utf8'))].filter(([section]) => /^(?:read|outside) /.test(section));
  const without = named.flatMap(([section, all]) =>
    all.filter(({ bytes }) => !NAME.test(rootName(bytes))).map(({ id }) => `${section} ${id}`),
  );
  t.ok(named.length > 10, `${named.length} sections`);
  t.deepEqual(without, []);
  t.end();
});

function trialOf(law: Law<ConformanceBatch>, data: ConformanceBatch): Trial {
  const trials = law(data).trials((path) => path);
  if ('many' in trials) throw new Error('a batch is one trial');
  return trials.one;
}

/** Whether a batch accepts these answers; one answer is repeated for each document. */
function takes(trial: Trial, answer: unknown): boolean {
  const { documents } = Object(trial.input);
  const value = Array.isArray(answer) ? answer : Array.from(documents, () => answer);
  return mismatchOf(trial, { kind: 'returned', value }) === undefined;
}

test('one answer for all documents is only right if they must be refused', (t) => {
  const read = trialOf(readsAll, { section: 'read', collection: 'sun' });
  const outside = trialOf(readsAll, { section: 'outside', collection: 'eduni' });
  const forms = trialOf(givesFormsOfSuite, { section: 'canonical', collection: 'sun' });
  const malformed = trialOf(refusesAll, { section: 'refused', collection: 'sun' });
  for (const answer of ['refused', '=undefined', '=', '=doc', 'threw TypeError', null, 1, [], 'returned'])
    for (const [name, trial] of Object.entries({ read, outside, forms }))
      t.notOk(takes(trial, answer), `${name}: ${JSON.stringify(answer)}`);
  t.ok(takes(malformed, 'refused'));
  for (const answer of ['=doc', 'threw TypeError', null, [], ['refused']]) t.notOk(takes(malformed, answer));
  t.ok(takes(trialOf(recordsAll, { section: 'namespaces', collection: 'eduni' }), 'anything'));
  t.end();
});
