/** 3/global-crypto/crypto-subtle-derive-bits and derive-key: what is made of secrets, beside what Node makes of them. */
import { diffieHellman, hkdfSync, pbkdf2Sync } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { type Algorithm, demandDescribed } from './described.js';
import { type KeyName, privateHalf, publicHalf } from './fixed-keys.js';
import { secretOf } from './importing.js';
import { type Call, call, checked, demand, type Play, played, type Told } from './playing.js';
import { demandUsed, pkcs8Of, spkiOf, usesOf } from './uses.js';

/** Of a secret of so many bytes, or of a key with that of another party. Salt and info are so many bytes of their own. */
interface Derivation {
  readonly algorithm: 'HKDF' | 'PBKDF2' | 'ECDH' | 'X25519';
  readonly hash?: string;
  readonly size?: number;
  readonly salt?: number;
  readonly info?: number;
  readonly iterations?: number;
  readonly namedCurve?: string;
  readonly key?: KeyName;
  readonly peer?: KeyName;
}

const saltOf = ({ salt = 0 }: Derivation): Buffer => Buffer.from(secretOf(salt).map((byte) => byte ^ 0x5a));
const infoOf = ({ info = 0 }: Derivation): Buffer => Buffer.from(secretOf(info).map((byte) => byte ^ 0xa5));
const nodeHash = ({ hash = '' }: Derivation): string => hash.replace('-', '').toLowerCase();

const isStretched = ({ algorithm }: Derivation): boolean => algorithm === 'HKDF' || algorithm === 'PBKDF2';

/** The algorithm of the keys of both parties. */
const ofKey = ({ algorithm: name, namedCurve }: Derivation): unknown => {
  if (name === 'HKDF' || name === 'PBKDF2') return name;
  return namedCurve === undefined ? { name } : { name, namedCurve };
};

/** The algorithm of the operation. */
function useOf(of: Derivation): { readonly [member: string]: unknown } {
  const { algorithm: name, hash, iterations } = of;
  if (name === 'HKDF') return { name, hash, salt: saltOf(of), info: infoOf(of) };
  if (name === 'PBKDF2') return { name, hash, salt: saltOf(of), iterations };
  return { name, public: '$peer' };
}

function pairOf({ key, peer }: Derivation): { readonly key: KeyName; readonly peer: KeyName } {
  if (key === undefined || peer === undefined) throw new Error('two keys are wanted, and they are not named');
  return { key, peer };
}

/** The key that bits are made from, and that of the other party. */
function imported(of: Derivation, usages: readonly string[]): readonly Call[] {
  if (isStretched(of)) return [call('base', 'importKey', 'raw', secretOf(of.size ?? 0), ofKey(of), false, usages)];
  const { key, peer } = pairOf(of);
  return [
    call('base', 'importKey', 'pkcs8', pkcs8Of(key), ofKey(of), false, usages),
    call('peer', 'importKey', 'spki', spkiOf(peer), ofKey(of), true, []),
  ];
}

function byNode(of: Derivation, bytes: number): Buffer {
  const { algorithm, size = 0, iterations = 1 } = of;
  if (algorithm === 'PBKDF2') return pbkdf2Sync(secretOf(size), saltOf(of), iterations, bytes, nodeHash(of));
  if (algorithm === 'HKDF') return Buffer.from(hkdfSync(nodeHash(of), secretOf(size), saltOf(of), infoOf(of), bytes));
  const { key, peer } = pairOf(of);
  return diffieHellman({ privateKey: privateHalf(key), publicKey: publicHalf(peer) }).subarray(0, bytes);
}

interface Bits extends Derivation {
  readonly bits: readonly number[];
}

const bitsOf = (of: Bits, usages: readonly string[] = ['deriveBits']): Play => ({
  given: {},
  calls: [
    ...imported(of, usages),
    ...of.bits.map((bits) => call(`bits-${bits}`, 'deriveBits', useOf(of), '$base', bits)),
  ],
  blind: true,
});

/** So many bits are those that Node makes. */
export const derives = example({
  secret: true,
  input: (of: Bits) => bitsOf(of),
  probe: played,
  expect: (of) =>
    checked('bits', (told) => {
      for (const bits of of.bits) {
        const derived = told.bytes(`bits-${bits}`);
        demand(derived.length === bits / 8, `${bits} bits are ${derived.length} bytes`);
        demand(derived.equals(byNode(of, bits / 8)), `${bits} bits are not those of Node`);
      }
    }),
});

/** So many bits are more than there are. */
export const exhausts = example({
  secret: true,
  input: (of: Bits) => bitsOf(of),
  probe: played,
  expect: (of) =>
    checked('no bits', (told) => {
      for (const bits of of.bits) told.refused(`bits-${bits}`);
    }),
});

/** A number of bits that makes no whole bytes is refused, or makes those that are whole, with or without the last. */
export const cuts = example({
  secret: true,
  input: (of: Bits) => bitsOf(of),
  probe: played,
  expect: (of) =>
    checked('the first bits, or none', (told) => {
      for (const bits of of.bits) {
        if (!told.isGiven(`bits-${bits}`)) continue;
        const derived = told.bytes(`bits-${bits}`);
        const whole = Math.floor(bits / 8);
        demand([whole, Math.ceil(bits / 8)].includes(derived.length), `${bits} bits are ${derived.length} bytes`);
        const isSame = whole === 0 || derived.subarray(0, whole).equals(byNode(of, whole));
        demand(isSame, `${bits} bits are not those of Node`);
      }
    }),
});

/** Both parties come to the same secret, which is that of Node. */
export const agrees = example({
  secret: true,
  input: (of: Bits): Play => {
    const { key, peer } = pairOf(of);
    return {
      given: {},
      calls: [
        ...imported(of, ['deriveBits']),
        call('otherBase', 'importKey', 'pkcs8', pkcs8Of(peer), ofKey(of), false, ['deriveBits']),
        call('otherPeer', 'importKey', 'spki', spkiOf(key), ofKey(of), true, []),
        ...of.bits.flatMap((bits) => [
          call(`one-${bits}`, 'deriveBits', useOf(of), '$base', bits),
          call(`other-${bits}`, 'deriveBits', { ...useOf(of), public: '$otherPeer' }, '$otherBase', bits),
        ]),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('a secret of both', (told) => {
      for (const bits of of.bits)
        for (const party of ['one', 'other'])
          demand(told.bytes(`${party}-${bits}`).equals(byNode(of, bits / 8)), `the secret of ${party} is not Node's`);
    }),
});

/** Salt and info that are overwritten once the call was made were used as they were. */
export const keepsBits = example({
  secret: true,
  input: (of: Derivation & { readonly spoils: 'salt' | 'info' }): Play => {
    const bytes = of.spoils === 'salt' ? saltOf(of) : infoOf(of);
    const use = { ...useOf(of), [of.spoils]: '$bytes' };
    return {
      given: { bytes: new Uint8Array(bytes) },
      calls: [...imported(of, ['deriveBits']), { ...call('bits', 'deriveBits', use, '$base', 256), spoils: 'bytes' }],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('bits', (told) => demand(told.bytes('bits').equals(byNode(of, 32)), 'the bits are not those of Node')),
});

/** What key is made, of how many bits, and what for. */
interface Made {
  readonly made: { readonly name: string; readonly hash?: string; readonly length?: number };
  readonly bits: number;
  readonly usages: readonly string[];
}

const deriving = (of: Derivation & Made, extractable: boolean): readonly Call[] => [
  ...imported(of, ['deriveKey']),
  call('key', 'deriveKey', useOf(of), '$base', of.made, extractable, of.usages),
];

const KEY = { privateKey: '$key', publicKey: '$key' };

/** The key does what Node does with the bits that Node makes. */
export const derivesKey = example({
  secret: true,
  input: (of: Derivation & Made): Play => ({
    given: {},
    calls: [...deriving(of, false), ...usesOf(of.made, KEY)],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('what is made with the key', (told) => demandUsed(told, of.made, { secret: byNode(of, of.bits / 8) })),
});

const unlooked = (calls: readonly Call[]): readonly Call[] =>
  calls.map((one) => (one.as === 'base' || one.as === 'peer' ? { ...one, unseen: true } : one));

const algorithmOf = ({ name, hash }: Made['made']): Algorithm => ({ name, ...(hash === undefined ? {} : { hash }) });

/** The key tells what it is, and is exported, of the bits that Node makes, where it may be. */
export const tellsKey = example({
  secret: true,
  input: (of: Derivation & Made & { readonly extractable: boolean }): Play => ({
    given: {},
    calls: [...unlooked(deriving(of, of.extractable)), call('raw', 'exportKey', 'raw', '$key')],
  }),
  probe: played,
  expect: (of) =>
    checked('the key', (told: Told) => {
      const { extractable, usages, bits } = of;
      demandDescribed(told.value('key'), {
        type: 'secret',
        extractable,
        usages,
        algorithm: algorithmOf(of.made),
        bits,
      });
      if (!extractable) told.refused('raw');
      else demand(told.bytes('raw').equals(byNode(of, bits / 8)), 'the key is not that of Node');
    }),
});

/** A call of one of the two with something in it that is wrong. */
interface Wrong extends Derivation {
  readonly call: 'deriveBits' | 'deriveKey';
  /** What the key is for; that of the call, if nothing is said. */
  readonly usages?: readonly string[];
  /** Members of the algorithm that are others, and those that it has not. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** Another party than the named one: a half of a key, of an algorithm. */
  readonly party?: { readonly key: KeyName; readonly half: 'private' | 'public'; readonly algorithm: Plain };
  readonly length?: Plain;
  /** The key that is wanted, and what for. */
  readonly made?: Plain;
  readonly wanted?: Plain;
}

function wrongly(of: Wrong): Play {
  const { usages = [of.call], members = {}, without = [], party } = of;
  const { length = 128, made = { name: 'AES-CBC', length: 128 }, wanted = ['encrypt'] } = of;
  const changed = Object.entries(members).map(([name, value]): [string, unknown] => [name, decode(value)]);
  const all = Object.entries({ ...useOf(of), ...Object.fromEntries(changed) });
  const use = Object.fromEntries(all.filter(([name]) => !without.includes(name)));
  const parties =
    party === undefined
      ? []
      : [
          party.half === 'public'
            ? call('peer', 'importKey', 'spki', spkiOf(party.key), decode(party.algorithm), true, [])
            : call('peer', 'importKey', 'pkcs8', pkcs8Of(party.key), decode(party.algorithm), true, ['deriveBits']),
        ];
  const rest = of.call === 'deriveBits' ? [decode(length)] : [decode(made), true, decode(wanted)];
  return {
    given: {},
    calls: [...imported(of, usages), ...parties, call('wrong', of.call, use, '$base', ...rest)],
    blind: true,
  };
}

/** It is refused. */
export const refusesDerivation = example({
  secret: true,
  input: wrongly,
  probe: played,
  expect: () => checked('a refusal', (told) => told.refused('wrong')),
});

/** What becomes of it is left open. */
export const recordsDerivation = example({ secret: true, input: wrongly, probe: played, expect: () => anything });
