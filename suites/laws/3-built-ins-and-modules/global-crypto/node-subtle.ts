/**
 * The oracle: operations of `crypto.subtle` with Node's. If a result is random, the target's result is accepted if it is
 * valid for Node, and is used in later calls.
 */
import { createPublicKey, KeyObject, type webcrypto } from 'node:crypto';
import { demand } from '../../support/demands.js';
import { subtle } from './web-crypto.js';

type CryptoKey = webcrypto.CryptoKey;

/** An algorithm in a call. */
export interface SubtleAlgorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly length?: number;
  readonly modulusLength?: number;
  readonly publicExponent?: Uint8Array;
  readonly saltLength?: number;
}

/** The members that have a value. */
export const defined = <T extends object>(members: T): { readonly [name in keyof T]?: Exclude<T[name], undefined> } =>
  Object.assign({}, ...Object.entries(members).map(([name, value]) => (value === undefined ? {} : { [name]: value })));

export const algorithmOf = (given: unknown): SubtleAlgorithm =>
  typeof given === 'string' ? { name: given } : Object(given);

/** A key with its expected report; undefined members are left open. A new key is known once it was exported. */
class NodeKey {
  readonly type: string = 'secret';
  readonly extractable: boolean = true;
  readonly usages: readonly string[] | undefined;
  readonly given: SubtleAlgorithm = { name: '' };
  known: CryptoKey | undefined;

  static of(members: Partial<NodeKey>): NodeKey {
    return Object.assign(new NodeKey(), members);
  }

  get key(): CryptoKey {
    if (this.known === undefined) throw new Error('the key is not known');
    return this.known;
  }

  get object(): KeyObject {
    return KeyObject.from(this.key);
  }

  get algorithm(): object {
    const { name, hash, namedCurve } = this.given;
    const { length, modulusLength, publicExponent }: SubtleAlgorithm = Object(this.known?.algorithm);
    // Some hosts lack the length of other keys.
    return { name, hash, namedCurve, modulusLength, publicExponent, ...(name.startsWith('AES') && { length }) };
  }
}

function keyOf(key: unknown): NodeKey {
  if (key instanceof NodeKey) return key;
  throw new Error('there is no key');
}

/** An argument with Node's keys. For AES-GCM it decrypts only the bytes of the view. */
function known(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  if (value instanceof NodeKey) return value.key;
  if (ArrayBuffer.isView(value)) return new Uint8Array(bytesOf(value));
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, known(of)]));
}

const called = (member: string, ...args: readonly unknown[]): unknown => subtle(member, ...args.map(known));

function bytesOf(data: unknown): Buffer {
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  throw new Error('there are no bytes');
}

const listOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/** Node does not export base keys for derivation. */
const isBase = ({ name }: SubtleAlgorithm): boolean => name === 'HKDF' || name === 'PBKDF2';

function imported(format: unknown, data: unknown, algorithm: unknown, extractable: unknown, usages: unknown): NodeKey {
  const given = algorithmOf(algorithm);
  return keyFrom(subtle('importKey', format, data, algorithm, !isBase(given), usages), given, extractable, usages);
}

function keyFrom(known: unknown, given: SubtleAlgorithm, extractable: unknown, usages: unknown): NodeKey {
  const key: CryptoKey = Object(known);
  return NodeKey.of({ type: key.type, given, extractable: extractable === true, usages: listOf(usages), known: key });
}

/** The same key for another use, or its public key. */
function usedFor(of: NodeKey, usages: readonly string[], half: KeyObject = of.object): CryptoKey {
  const der = { format: 'der', type: half.type === 'private' ? 'pkcs8' : 'spki' } as const;
  const [format, data] = half.type === 'secret' ? ['raw', half.export()] : [der.type, half.export(der)];
  return Object(subtle('importKey', format, data, of.given, true, usages));
}

/** Demands that the export is the key. DER may contain more or less than Node's, and JWKs their optional members. */
function demandWritten(format: unknown, of: NodeKey, observed: unknown): void {
  const own = subtle('exportKey', format, of.key);
  if (format === 'jwk') return void demandJwk(of, new Map(Object.entries(Object(own))), observed);
  demand(observed instanceof ArrayBuffer, `the key in ${format} is no ArrayBuffer`);
  const isSame = (): boolean =>
    format !== 'raw' && imported(format, observed, of.given, true, of.usages ?? []).object.equals(of.object);
  demand(bytesOf(observed).equals(bytesOf(own)) || isSame(), `the key in ${format} is another`);
}

/** Members of JWKs that describe the key without being part of it. They are left open if Node has none. */
const SAID = ['alg', 'ext', 'key_ops', 'use'];

function demandJwk({ usages, type }: NodeKey, own: ReadonlyMap<string, unknown>, observed: unknown): void {
  demand(typeof observed === 'object' && observed !== null, 'the JWK is no object');
  // A member that is undefined is in no JSON.
  const jwk = new Map<string, unknown>(Object.entries(observed).filter(([, value]) => value !== undefined));
  const wrong = [...own.keys()].filter((name) => !SAID.includes(name) && jwk.get(name) !== own.get(name));
  demand(wrong.length === 0, `the JWK is of another key: ${wrong}`);
  const stray = [...jwk.keys()].filter((name) => !SAID.includes(name) && !own.has(name));
  demand(stray.length === 0, `the JWK of a ${type} key has the members ${stray}`);
  for (const name of ['alg', 'ext'])
    demand(!own.has(name) || !jwk.has(name) || isSameName(jwk.get(name), own.get(name)), `${name} is ${jwk.get(name)}`);
  const operations = jwk.get('key_ops') ?? usages;
  demand(usages === undefined || sorted(operations) === sorted(usages), `key_ops are ${operations}, and not ${usages}`);
}

/** RFC 8037 has one name for all keys of Edwards curves, RFC 9864 one for each. */
const isSameName = (one: unknown, other: unknown): boolean =>
  one === other || [one, other].every((name) => name === 'EdDSA' || name === 'Ed25519');

/** A list without its order. */
export const sorted = (list: unknown): string => (Array.isArray(list) ? list.map(String).sort().join() : 'no list');

/** Usages of the private key of a pair. */
const PRIVATE = ['sign', 'decrypt', 'unwrapKey', 'deriveBits', 'deriveKey'];

/** Demands that a new key has the size of its algorithm; for HMAC that of the digest. */
function demandNew(given: SubtleAlgorithm, key: CryptoKey): void {
  const { name, hash, length, modulusLength } = given;
  const { length: bits, modulusLength: own }: SubtleAlgorithm = Object(key.algorithm);
  demand(own === modulusLength, `the modulus has ${own} bits`);
  if (bits === undefined) return;
  const digest = name === 'HMAC' ? [Number(hash?.slice('SHA-'.length))] : [128, 192, 256];
  demand((length === undefined ? digest : [length]).includes(bits), `the key has ${bits} bits`);
  const bytes = KeyObject.from(key).export();
  demand(bytes.length < 4 || new Set(bytes).size > 1, 'all bytes of the key are the same');
}

export const SUBTLE_OPERATIONS = [
  ...['importKey', 'exportKey', 'generateKey', 'encrypt', 'decrypt', 'wrapKey', 'unwrapKey'],
  ...['sign', 'verify', 'digest', 'deriveBits', 'deriveKey'],
];

export class NodeSubtle {
  /** The fault of the target's result, after a call. */
  complaint: string | undefined;
  /** Random results; none may occur twice. */
  readonly #seen = new Set<string>();
  readonly #privateKeys: NodeKey[] = [];

  /** The result of a call; `observed` is the target's. */
  call(member: string, args: readonly unknown[], observed: unknown): unknown {
    this.complaint = undefined;
    const [first, second, third, fourth, fifth, sixth, seventh] = args;
    switch (member) {
      case 'importKey':
        return this.#kept(imported(first, second, third, fourth, fifth));
      case 'deriveKey':
        return keyFrom(called(member, first, second, third, true, fifth), algorithmOf(third), fourth, fifth);
      case 'unwrapKey': {
        const key = called(member, first, second, third, fourth, fifth, true, seventh);
        return keyFrom(key, algorithmOf(fifth), sixth, seventh);
      }
      case 'generateKey':
        return this.#generated(algorithmOf(first), second === true, listOf(third));
      case 'exportKey':
        return this.#exported(first, keyOf(second), observed);
      case 'verify':
        return isSignature(algorithmOf(first), keyOf(second), bytesOf(third), fourth);
      case 'deriveBits':
        if (Number(third) % 8 !== 0) return this.#cut(args, Number(third), observed);
        break;
      default:
        if (isByChance(member, algorithmOf(member === 'wrapKey' ? fourth : first)))
          return this.#accepted(member, args, observed);
    }
    return called(member, ...args);
  }

  #kept(key: NodeKey): NodeKey {
    if (key.type === 'private') this.#privateKeys.push(key);
    return key;
  }

  #generated(given: SubtleAlgorithm, extractable: boolean, usages: readonly string[]): unknown {
    if (given.name.startsWith('AES') || given.name === 'HMAC') return NodeKey.of({ given, extractable, usages });
    const own = usages.filter((one) => PRIVATE.includes(one));
    // The usages of a public key for agreement are left open.
    const others = own.includes('deriveBits') ? undefined : usages.filter((one) => !PRIVATE.includes(one));
    const publicKey = NodeKey.of({ type: 'public', given, usages: others });
    const privateKey = this.#kept(NodeKey.of({ type: 'private', given, extractable, usages: own }));
    return { privateKey, publicKey };
  }

  /** The error of `check` is the complaint. */
  #checked(check: () => void): boolean {
    try {
      check();
      return true;
    } catch (error) {
      this.complaint = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  #demandUnseen(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('hex');
    demand(bytes.length < 4 || !this.#seen.has(text), 'the same came before');
    this.#seen.add(text);
  }

  #exported(format: unknown, of: NodeKey, observed: unknown): unknown {
    this.#checked(() => {
      if (of.known === undefined) this.#learn(format, of, observed);
      demandWritten(format, of, observed);
    });
    return observed;
  }

  /** A new key is known from its export, before it is used. */
  #learn(format: unknown, of: NodeKey, observed: unknown): void {
    const { key } = imported(format, observed, of.given, true, of.usages ?? []);
    demandNew(of.given, key);
    this.#demandUnseen(bytesOf(observed));
    of.known = key;
  }

  /** The target's result, if it is valid for Node; otherwise a result of Node. */
  #accepted(member: string, args: readonly unknown[], observed: unknown): unknown {
    const isRight = (): void => {
      demand(observed instanceof ArrayBuffer, 'it is not an ArrayBuffer');
      this.#demandRight(member, args, observed);
      if (member !== 'wrapKey') this.#demandUnseen(bytesOf(observed));
    };
    return observed !== undefined && this.#checked(isRight) ? observed : called(member, ...args);
  }

  #demandRight(member: string, [first, second, third, fourth]: readonly unknown[], observed: ArrayBuffer): void {
    if (member === 'sign') {
      const given = algorithmOf(first);
      const publicKey = usedFor(keyOf(second), ['verify'], createPublicKey(keyOf(second).object));
      demand(subtle('verify', given, publicKey, observed, third) === true, 'Node rejects the signature');
    } else if (member === 'encrypt') {
      const data = subtle('decrypt', first, this.#decrypting(keyOf(second)), observed);
      demand(bytesOf(data).equals(bytesOf(third)), 'Node decrypts other data');
    } else {
      const data = bytesOf(subtle('decrypt', fourth, this.#decrypting(keyOf(third)), observed));
      const key = first === 'jwk' ? JSON.parse(data.toString()) : new Uint8Array(data).buffer;
      demandWritten(first, keyOf(second), key);
    }
  }

  /** The key that decrypts what a key encrypts. */
  #decrypting(of: NodeKey): CryptoKey {
    const isOther = (one: NodeKey) => one.known !== undefined && createPublicKey(one.object).equals(of.object);
    const own = of.type === 'secret' ? of : this.#privateKeys.find(isOther);
    if (own === undefined) throw new Error('there is no private key');
    return usedFor(own, ['decrypt']);
  }

  /** The bits of an incomplete byte are not judged, and may be omitted. */
  #cut([algorithm, key]: readonly unknown[], bits: number, observed: unknown): unknown {
    const whole = Math.floor(bits / 8);
    const own = whole === 0 ? new ArrayBuffer(0) : called('deriveBits', algorithm, key, 8 * whole);
    const isRight = (): void => {
      const bytes = bytesOf(observed);
      demand([whole, whole + 1].includes(bytes.length), `${bits} bits are ${bytes.length} bytes`);
      demand(bytes.subarray(0, whole).equals(bytesOf(own)), `${bits} bits are not those of Node`);
    };
    return observed !== undefined && this.#checked(isRight) ? observed : own;
  }
}

/** Whether a result is random, or depends on the encoding of a key. */
function isByChance(member: string, { name, saltLength }: SubtleAlgorithm): boolean {
  if (member === 'sign') return name === 'ECDSA' || (name === 'RSA-PSS' && saltLength !== 0);
  return member === 'wrapKey' ? name !== 'AES-KW' : member === 'encrypt' && name === 'RSA-OAEP';
}

/** Node accepts an RSA signature without its first zero. */
function isSignature(given: SubtleAlgorithm, key: NodeKey, signature: Buffer, data: unknown): boolean {
  const { modulusLength = 8 * signature.length } = algorithmOf(key.algorithm);
  return 8 * signature.length === modulusLength && called('verify', given, key, signature, data) === true;
}
