import test from 'tape';
import { partsOf } from './command-line.js';

const error = (part: number): string => `srvspec-part-error:${part}\n`;
const log = (part: number): string => `srvspec-part-log:${part}\n`;

test('partsOf: what parts printed on both streams', (t) => {
  t.deepEqual(partsOf(`a\nb\n${log(0)}${log(1)}`, `W: c\nE: ${error(0)}d${error(1)}`, 2), [
    { stdout: 'a\nb\n', stderr: 'W: c\n' },
    { stdout: '', stderr: '' },
  ]);
  t.end();
});

test('partsOf: errors may go to the standard output, with something before them', (t) => {
  t.deepEqual(partsOf(`a\nE: b\nE: ${error(0)}${log(0)}E: ${error(1)}${log(1)}`, '', 2), [
    { stdout: 'a\nE: b\n', stderr: '' },
    { stdout: '', stderr: '' },
  ]);
  t.deepEqual(partsOf(`no end${log(0)}`, '', 1), [{ stdout: 'no end', stderr: '' }], 'nor need they be printed');
  t.end();
});

test('partsOf: nothing where marks are missing, or something is behind the last', (t) => {
  t.equal(partsOf(log(0), '', 2), undefined);
  t.equal(partsOf(`${log(1)}${log(0)}`, '', 2), undefined);
  t.equal(partsOf(`${log(0)}late\n`, '', 1), undefined);
  t.equal(partsOf(log(0), 'said\n', 1), undefined);
  t.equal(partsOf(log(0), `${error(0)}late\n`, 1), undefined);
  t.end();
});
