import test from 'tape';
import { forwardedFor } from './forwarded.js';
import { bitsOf, isWithin, networkOf, textOfBits } from './network.js';

/** Addresses, as nginx 1.30.6 writes them. */
const texts: Readonly<Record<string, string | undefined>> = {
  '1.2.3.4': '1.2.3.4',
  '01.2.3.4': '1.2.3.4',
  '1.2.3.999': undefined,
  '1.2.3': undefined,
  '2001:DB8:0:0:0:0:0:1': '2001:db8::1',
  '2001:db8::1:0:0:1': '2001:db8::1:0:0:1',
  '1:0:0:2:0:0:0:3': '1:0:0:2::3',
  '1:0:2:3:4:5:6:7': '1:0:2:3:4:5:6:7',
  '::1': '::1',
  '::': '::',
  '::ffff:10.0.0.1': '::ffff:10.0.0.1',
  '::1.2.3.4': '::1.2.3.4',
  'fe80::1%eth0': undefined,
  '1::2::3': undefined,
};

test('addresses: their bits and their text', (t) => {
  for (const [text, written] of Object.entries(texts)) {
    const bits = bitsOf(text);
    t.equal(bits === undefined ? undefined : textOfBits(bits), written, text);
  }
  t.end();
});

test('networks: the addresses in them', (t) => {
  const rows: readonly (readonly [network: string, address: string, isWithin: boolean])[] = [
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['0.0.0.0/0', '::ffff:1.2.3.4', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '::ffff:1.2.3.4', false],
    ['2001:db8::/32', '2001:db8:1::', true],
  ];
  for (const [text, address, expected] of rows) {
    const [network, bits] = [networkOf(text), bitsOf(address)];
    t.equal(network !== undefined && bits !== undefined && isWithin(bits, network), expected, `${text} ${address}`);
  }
  for (const text of ['10.0.0.0/33', '::/129', '10.0.0.0/', 'a', '10.0.0.0/8/8'])
    t.equal(networkOf(text), undefined, text);
  t.deepEqual(
    [networkOf('10.0.0.1/8'), networkOf('10.0.0.0/8')].map((one) => one?.hasFurtherBits),
    [true, false],
  );
  t.end();
});

test('forwarded clients: trusted addresses', (t) => {
  const networks = ['127.0.0.0/8', '10.0.0.0/8'].flatMap((text) => networkOf(text) ?? []);
  const named = (peer: string, lines: readonly string[], recursive: boolean) => {
    const found = forwardedFor(peer, lines, { networks, unix: false, recursive });
    return found === undefined ? undefined : `${textOfBits(found.bits)} ${found.port}`;
  };
  const rows: readonly (readonly [
    lines: readonly string[],
    once: string | undefined,
    recursively: string | undefined,
  ])[] = [
    [['1.2.3.4'], '1.2.3.4 0', '1.2.3.4 0'],
    [['1.2.3.4, 10.0.0.7'], '10.0.0.7 0', '1.2.3.4 0'],
    [['5.6.7.8', '1.2.3.4, 10.1.2.4'], '10.1.2.4 0', '1.2.3.4 0'],
    [['5.6.7.8', '10.1.2.4'], '10.1.2.4 0', '5.6.7.8 0'],
    [['10.0.0.1, 10.0.0.2'], '10.0.0.2 0', '10.0.0.1 0'],
    [['bad, 10.0.0.1'], '10.0.0.1 0', '10.0.0.1 0'],
    [['1.2.3.4:8080'], '1.2.3.4 8080', '1.2.3.4 8080'],
    [['[2001:db8::1]:99'], '2001:db8::1 99', '2001:db8::1 99'],
    [['[::1]'], '::1 0', '::1 0'],
    [['1.2.3.4, '], '1.2.3.4 0', '1.2.3.4 0'],
    [['1.2.3.4:0'], undefined, undefined],
    [['bad'], undefined, undefined],
    [[''], undefined, undefined],
    [[], undefined, undefined],
  ];
  for (const [lines, once, recursively] of rows)
    t.deepEqual([named('127.0.0.1', lines, false), named('127.0.0.1', lines, true)], [once, recursively], lines.join());
  t.equal(named('9.9.9.9', ['1.2.3.4'], true), undefined, 'an untrusted source is ignored');
  t.end();
});
