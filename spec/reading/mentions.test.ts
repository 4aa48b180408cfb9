import test from 'tape';
import { row, since } from '../testing/folder.js';
import type { Requirement, RequirementFile } from '../types/requirement.js';
import type { Row } from '../types/row.js';
import { joinVocabularies, unmentioned, vocabularyOf } from './mentions.js';

const FILE: RequirementFile = { title: 'T', requirements: [] };
const REQUIREMENT: Requirement = { id: 'x.y', says: '', rows: [], strength: 'must' };

/** The facts of a row that one requirement does not mention. */
const left = (facts: Partial<Row>, requirement: Partial<Requirement>, file: Partial<RequirementFile> = {}) =>
  unmentioned(
    row('3/a/b', facts),
    vocabularyOf({ requirement: { ...REQUIREMENT, ...requirement }, file: { ...FILE, ...file } }),
  );

const mentions = (code: string, says: string): boolean => left({ code: [code] }, { says }).length === 0;

test('mentions: a call or a path counts by its last name', (t) => {
  t.ok(mentions('buf.readInt8([offset])', 'readInt8 returns it.'));
  t.ok(mentions('incr(key, delta[[, init], timeout])', 'With `incr` it adds.'));
  t.ok(mentions('srv.shared.SharedDict', 'A SharedDict.'));
  t.ok(mentions('r.variables{}', 'in r.variables'));
  t.ok(mentions("headersIn['Foo']", 'headersIn holds it'));
  t.ok(mentions('buffer[index]', 'buffer'));
  t.notOk(mentions('buf.readInt8([offset])', 'readInt16 and buf return it, at an offset.'));
  t.notOk(mentions('get(name)', 'getAll returns it.'));
  t.end();
});

test('mentions: spellings of ids and tables count too', (t) => {
  t.deepEqual(left({ code: ['freeSpace()'] }, { id: 'shared-dict.free-space.full' }), []);
  t.deepEqual(left({ code: ['SHA-256', 'worker_id'] }, { says: 'sha256 and workerId' }), []);
  t.deepEqual(left({ code: ['utf8'] }, { says: 'utf8-encoded' }), []);
  t.end();
});

test('mentions: both names of a slash, the stem of a star or placeholder', (t) => {
  t.ok(mentions('readInt16BE/LE([offset])', 'readInt16BE and readInt16LE'));
  t.notOk(mentions('readInt16BE/LE([offset])', 'readInt16BE alone'));
  t.ok(mentions('r.readRequest*()', 'readRequestText'));
  t.ok(mentions('r.variables.arg_<name>', 'the variable arg_foo'));
  t.notOk(mentions('r.variables.arg_<name>', 'the argument foo'));
  t.ok(mentions('<actionid>', 'an actionid'));
  t.end();
});

test('mentions: phrases need every name, other text must be identical', (t) => {
  t.ok(mentions('type=number', 'of type number'));
  t.notOk(mentions('type=number', 'of type string'));
  t.ok(mentions('[name, value]', 'pairs of a name and a value'));
  t.ok(mentions('application/json', 'as application/json'));
  t.notOk(mentions('application/json', 'an application of json'));
  t.ok(mentions('@', 'begins with @'));
  t.notOk(mentions('@', 'begins with at'));
  t.notOk(mentions('a+', 'a flag'));
  t.end();
});

test('mentions: one letter and the empty string must be separate data', (t) => {
  t.notOk(mentions('r', 'r is a request'));
  t.deepEqual(
    left({ code: ['r', '""'] }, { cases: [{ law: 'open', each: [{ name: 'read', flag: 'r', prefix: '' }] }] }),
    [],
  );
  t.deepEqual(left({ code: ['""'] }, { says: 'It is empty.' }), ['""']);
  t.end();
});

test('mentions: numbers by value, formulas as written', (t) => {
  t.deepEqual(left({ numbers: ['0o666', '2048'] }, { says: 'The first 2048 bytes; mode 438.' }), []);
  t.deepEqual(left({ numbers: ['-1'] }, { says: 'It returns 1.' }), ['-1']);
  t.deepEqual(left({ numbers: ['-1', '1'] }, { says: 'It gives -1.' }), []);
  t.deepEqual(left({ numbers: ['64'] }, { says: 'A 64-bit double.' }), []);
  t.deepEqual(left({ numbers: ['2'] }, { says: 'Since 0.2.8, or 12.' }), ['2']);
  t.deepEqual(left({ numbers: ['2^64 - 1'] }, { says: '2^64 and 1' }), ['2^64 - 1']);
  t.deepEqual(left({ numbers: ['2^64 - 1'] }, { says: 'below 2^64 - 1' }), []);
  t.deepEqual(left({ code: ['-5', '0'] }, { says: 'a code', mentions: ['-5', '0'] }), []);
  t.end();
});

test('mentions: versions from bounds, sentences and cases', (t) => {
  const versions = ['0.4.1', '0.5.0', '0.7.6', '0.8.0'];
  const requirement = {
    since: '0.4.1',
    until: '0.8.0',
    says: 'As of 0.5.0.',
    cases: [{ law: 'l', since: '0.7.6' }],
  } as const;
  t.deepEqual(left({ versions: since(...versions) }, requirement), []);
  t.deepEqual(left({ versions: since('0.7.1') }, { says: 'since 0.7.10, in 10.7.1' }), ['0.7.1']);
  t.end();
});

test('mentions: laws, tables, shared data, members and signatures', (t) => {
  const tables = { encodings: [{ name: 'hex', units: ['base64'] }], unused: [{ name: 'base64url' }] };
  const cases = [{ law: 'decodesAs', table: 'encodings', with: { stream: true } }];
  const code = ['hex', 'base64', 'stream', 'decodesAs', 'base64url', 'subarray'];
  t.deepEqual(left({ code }, { cases, members: ['Buffer.prototype.subarray'] }, { tables }), ['base64url']);
  t.deepEqual(left({ signatures: [{ name: 'buf.swap32' }] }, { says: 'swap16' }), ['buf.swap32']);
  t.end();
});

test('mentions: requirements add up, repeats are reported once', (t) => {
  const parts: Requirement[] = [
    { ...REQUIREMENT, says: 'hex' },
    { ...REQUIREMENT, says: 'base64' },
  ];
  const vocabulary = joinVocabularies(parts.map((requirement) => vocabularyOf({ requirement, file: FILE })));
  const facts = { code: ['hex', 'base64', 'utf8', 'utf8'], signatures: [{ name: 'utf8' }] };
  t.deepEqual(unmentioned(row('3/a/b', facts), vocabulary), ['utf8']);
  t.end();
});
