/** 3/global-crypto/crypto-subtle-derive-bits and derive-key */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { call, endsAsNode, keeping, leavesOpen, overwriting, refusable, refused, report } from './calls.js';
import { type KeyName, keyAs, secretOf } from './fixed-keys.js';
import type { KeyRow } from './importing.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';
import { SECRET, usesOf } from './uses.js';

/** Of a secret of so many bytes, or of a key with that of another party. Salt and info are so many bytes of their own. */
interface Derivation extends Omit<KeyRow, 'length'> {
  readonly size?: number;
  readonly salt?: number;
  readonly info?: number;
  readonly iterations?: number;
  readonly key?: KeyName;
  readonly peer?: KeyName;
}

const saltOf = ({ salt = 0 }: Derivation): Buffer => Buffer.from(secretOf(salt).map((byte) => byte ^ 0x5a));
const infoOf = ({ info = 0 }: Derivation): Buffer => Buffer.from(secretOf(info).map((byte) => byte ^ 0xa5));

/** The algorithm of the keys of both parties. */
const ofKey = ({ algorithm: name, namedCurve }: Derivation): unknown => {
  if (name === 'HKDF' || name === 'PBKDF2') return name;
  return { name, ...defined({ namedCurve }) };
};

/** The algorithm of the operation. */
function useOf(of: Derivation): { readonly [member: string]: unknown } {
  const { algorithm: name, hash, iterations } = of;
  if (name === 'HKDF') return { name, hash, salt: saltOf(of), info: infoOf(of) };
  if (name === 'PBKDF2') return { name, hash, salt: saltOf(of), iterations };
  return { name, public: '$peer' };
}

/** The key that bits are made from, and that of the other party. */
function imported(of: Derivation, usages: readonly string[], base = 'base', party = 'peer') {
  const { key, peer, size = 0 } = of;
  const own = call(base, 'importKey', ...keyAs(key ?? size, 'private'), ofKey(of), false, usages);
  if (peer === undefined) return [own];
  return [own, call(party, 'importKey', ...keyAs(peer, 'public'), ofKey(of), true, [])];
}

interface BitsRow extends Derivation {
  readonly bits: readonly number[];
}

const derivingBits = (judged: typeof refused) =>
  endsAsNode((of: BitsRow) => [
    ...imported(of, ['deriveBits']),
    ...of.bits.map((bits) => judged(call(`bits${bits}`, 'deriveBits', useOf(of), '$base', bits))),
  ]);

export const derives = derivingBits((one) => one);

/** So many bits are more than there are. */
export const exhausts = derivingBits(refused);

/** A number of bits that makes no whole bytes is refused, or makes those that are whole, with or without the last. */
export const cuts = derivingBits(refusable);

/** Both parties come to the same secret. */
export const agrees = endsAsNode((of: BitsRow) => {
  const { key, peer } = of;
  const other: Derivation = { ...of, ...(peer && { key: peer }), ...(key && { peer: key }) };
  return [
    ...imported(of, ['deriveBits']),
    ...imported(other, ['deriveBits'], 'otherBase', 'otherPeer'),
    ...of.bits.flatMap((bits) => [
      call(`one${bits}`, 'deriveBits', useOf(of), '$base', bits),
      call(`other${bits}`, 'deriveBits', { ...useOf(of), public: '$otherPeer' }, '$otherBase', bits),
    ]),
  ];
});

/** Salt and info that are overwritten once the call was made were used as they were. */
export const keepsBits = endsAsNode((of: Derivation & { readonly spoils: 'salt' | 'info' }) => [
  ...keeping({ bytes: of.spoils === 'salt' ? saltOf(of) : infoOf(of) }),
  ...imported(of, ['deriveBits']),
  overwriting('bytes', call('bits', 'deriveBits', { ...useOf(of), [of.spoils]: '$bytes' }, '$base', 256)),
]);

/** What key is made, and what for. */
interface DerivedKeyRow extends Derivation {
  readonly made: SubtleAlgorithm;
  readonly usages: readonly string[];
}

const deriving = (of: DerivedKeyRow, extractable: boolean) => [
  ...imported(of, ['deriveKey']),
  call('key', 'deriveKey', useOf(of), '$base', of.made, extractable, of.usages),
];

/** The key does what a key of the derived bits does. */
export const derivesKey = endsAsNode((of: DerivedKeyRow) => [...deriving(of, false), ...usesOf(of.made, SECRET)]);

/** The key reports what it is, and is exported where it may be. */
export const tellsKey = endsAsNode((of: DerivedKeyRow & { readonly extractable: boolean }) => {
  const exporting = call('raw', 'exportKey', 'raw', '$key');
  return [...deriving(of, of.extractable), report('key'), of.extractable ? exporting : refused(exporting)];
});

/** A call of one of the two with something in it that is wrong. */
interface WrongDerivation extends Derivation {
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

/** The keys, and the call itself. */
function wrongCalls(of: WrongDerivation, judged: typeof refused = (wrong) => wrong) {
  const { usages = [of.call], members = {}, without = [], party } = of;
  const { length = 128, made = { name: 'AES-CBC', length: 128 }, wanted = ['encrypt'] } = of;
  const changed = Object.entries(members).map(([name, value]): [string, unknown] => [name, decode(value)]);
  const all = [...Object.entries(useOf(of)), ...changed].filter(([name]) => !without.includes(name));
  const rest = of.call === 'deriveBits' ? [decode(length)] : [decode(made), true, decode(wanted)];
  const wrong = judged(call('wrong', of.call, Object.fromEntries(all), '$base', ...rest));
  if (party === undefined) return [...imported(of, usages), wrong];
  const use = party.half === 'public' ? [] : ['deriveBits'];
  const peer = call('peer', 'importKey', ...keyAs(party.key, party.half), decode(party.algorithm), true, use);
  return [...imported(of, usages), peer, wrong];
}

export const refusesDerivation = endsAsNode((of: WrongDerivation) => wrongCalls(of, refused));
export const recordsDerivation = leavesOpen((of: WrongDerivation) => wrongCalls(of));
