import test from 'tape';
import { numbersOf } from './text.js';

test('numbers are kept as they are written', (t) => {
  const cases: [string, string[]][] = [
    ['up to 1024.', ['1024']],
    ['`-15` to -9, or 9', ['-15', '-9', '9']],
    ['`!== -1`', ['-1']],
    ['modes 0o666 and 0x000704, 0b11', ['0o666', '0x000704', '0b11']],
    ['below 2^64 - 1 bits', ['2^64 - 1']],
    ['2^64, then 1', ['2^64', '1']],
    ['edition 1.1; 1.0.', ['1.1', '1.0']],
    ['(200, 301) 200', ['200', '301']],
    ['0-255 of a 64-bit word', ['0', '255', '64']],
    ["`x[1]`, `x['2']`", ['1', '2']],
  ];
  for (const [text, expected] of cases) t.deepEqual(numbersOf(text), expected, text);
  t.end();
});

test('parts of versions and of names are no numbers', (t) => {
  const names = [
    '0.7.6',
    'SHA-256',
    'utf8',
    'UTF-16',
    '/v1',
    'PKCS1-v1_5',
    'swap16',
    'U+0041',
    'X25519',
    '$1',
    'P-521',
  ];
  for (const text of names) t.deepEqual(numbersOf(`a ${text}, \`${text}\``), [], text);
  t.end();
});
