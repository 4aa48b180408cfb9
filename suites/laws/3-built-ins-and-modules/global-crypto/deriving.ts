/** 3/global-crypto/crypto-subtle-derive-bits and derive-key */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  call,
  endsAsNode,
  exporting,
  leavesOpen,
  onlyIf,
  overwriting,
  refusable,
  refused,
  report,
  type SubtleCall,
} from './calls.js';
import { type Half, importing, type KeyName, type KeyRow, secretOf } from './keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';
import { SECRET, usesOf } from './uses.js';

/** From a secret of this number of bytes, or from a key and that of another party. Salt and info are numbers of bytes. */
interface Derivation extends Omit<KeyRow, 'length'> {
  readonly salt?: number;
  readonly info?: number;
  readonly iterations?: number;
  readonly peer?: KeyName;
}

const bytesOf = (size = 0, mask: number): Buffer => Buffer.from(secretOf(size).map((byte) => byte ^ mask));

/** The algorithm of the operation. */
function useOf({ algorithm: name, hash, iterations, salt, info, key }: Derivation) {
  if (key !== undefined) return { name, public: '$peer' };
  const all = { name, hash, salt: bytesOf(salt, 0x5a) };
  return name === 'HKDF' ? { ...all, info: bytesOf(info, 0xa5) } : { ...all, iterations };
}

/** The base key, and that of the other party. */
function reading(
  { algorithm, namedCurve, key, size, peer }: Derivation,
  usages: readonly string[],
  base = 'base',
  party = 'peer',
) {
  const of = { algorithm, ...defined({ namedCurve }), bare: key === undefined };
  const own = importing(base, { ...of, ...defined({ key, size }) }, 'private', usages);
  return peer === undefined ? [own] : [own, importing(party, { ...of, key: peer }, 'public', [], true)];
}

interface BitsRow extends Derivation {
  readonly bits: readonly number[];
}

const derivingBits = (judged: (one: SubtleCall) => SubtleCall) =>
  endsAsNode((of: BitsRow) => [
    ...reading(of, ['deriveBits']),
    ...of.bits.map((bits) => judged(call(`bits${bits}`, 'deriveBits', useOf(of), '$base', bits))),
  ]);

export const derivesBits = derivingBits((one) => one);

/** More bits than available. */
export const refusesBits = derivingBits(refused);

/** A number of bits that is not whole bytes is refused, or returns the whole bytes, with or without the last one. */
export const cutsBits = derivingBits(refusable);

/** Both parties derive the same secret. */
export const agreesOnBits = endsAsNode((of: BitsRow) => {
  const { key, peer } = of;
  const other: Derivation = { ...of, ...(peer && { key: peer }), ...(key && { peer: key }) };
  return [
    ...reading(of, ['deriveBits']),
    ...reading(other, ['deriveBits'], 'otherBase', 'otherPeer'),
    ...of.bits.flatMap((bits) => [
      call(`one${bits}`, 'deriveBits', useOf(of), '$base', bits),
      call(`other${bits}`, 'deriveBits', { ...useOf(of), public: '$otherPeer' }, '$otherBase', bits),
    ]),
  ];
});

/** Calls with one key, each with other parameters. */
export const derivesInTurn = endsAsNode((of: Derivation & { readonly turns: readonly Partial<Derivation>[] }) => [
  ...reading(of, ['deriveBits']),
  ...of.turns.map((turn, i) => call(`bits${i}`, 'deriveBits', useOf({ ...of, ...turn }), '$base', 256)),
]);

/** Salt and info are overwritten after the call was made, which changes nothing. */
export const derivesBeforeChange = endsAsNode((of: Derivation & { readonly spoils: 'salt' | 'info' }) => [
  ...reading(of, ['deriveBits']),
  ...overwriting(call('bits', 'deriveBits', useOf(of), '$base', 256), of.spoils),
]);

/** The derived key, and its usages. */
interface DerivedKeyRow extends Derivation {
  readonly made: SubtleAlgorithm;
  readonly usages: readonly string[];
}

const derivingKey = (of: DerivedKeyRow, extractable: boolean) => [
  ...reading(of, ['deriveKey']),
  call('key', 'deriveKey', useOf(of), '$base', of.made, extractable, of.usages),
];

/** The key works like one with the derived bits. */
export const derivesKey = endsAsNode((of: DerivedKeyRow) => [...derivingKey(of, false), ...usesOf(of.made, SECRET)]);

/** The key reports its properties, and is exported if it may be. */
export const derivesReportedKey = endsAsNode((of: DerivedKeyRow & { readonly extractable: boolean }) => {
  const exported = onlyIf(of.extractable, exporting('key', 'raw'));
  return [...derivingKey(of, of.extractable), report('key'), exported];
});

/** A call of one of the two with a wrong part. */
interface WrongDerivation extends Derivation {
  readonly call: 'deriveBits' | 'deriveKey';
  /** The usages of the key; the default is that of the call. */
  readonly usages?: readonly string[];
  /** Changed members of the algorithm, and those that are removed. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** Another party than the named one. */
  readonly party?: KeyRow & { readonly half: Half };
  readonly length?: Plain;
  /** The derived key, and its usages. */
  readonly made?: Plain;
  readonly madeFor?: Plain;
}

/** The keys, and the call itself. */
function wrongCalls(of: WrongDerivation, judged: (one: SubtleCall) => SubtleCall) {
  const { usages = [of.call], members = {}, without = [], party } = of;
  const { length = 128, made = { name: 'AES-CBC', length: 128 }, madeFor = ['encrypt'] } = of;
  const changed = Object.entries(members).map(([name, value]): [string, unknown] => [name, decode(value)]);
  const all = [...Object.entries(useOf(of)), ...changed].filter(([name]) => !without.includes(name));
  const rest = of.call === 'deriveBits' ? [decode(length)] : [decode(made), true, decode(madeFor)];
  const use = party?.half === 'private' ? ['deriveBits'] : [];
  const peer = party === undefined ? [] : [importing('peer', party, party.half, use, true)];
  return [...reading(of, usages), ...peer, judged(call('wrong', of.call, Object.fromEntries(all), '$base', ...rest))];
}

export const refusesDerivation = endsAsNode((of: WrongDerivation) => wrongCalls(of, refused));
export const recordsDerivation = leavesOpen((of: WrongDerivation) => wrongCalls(of, (one) => one));
