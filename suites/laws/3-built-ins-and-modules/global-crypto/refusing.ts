/** 3/global-crypto/crypto-subtle-import-key: what is no key. */
import type { JsonWebKey } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { damaged } from '../../support/damages.js';
import { call, endsAsNode, leavesOpen, refused, type SubtleCall } from './calls.js';
import { halfIn, type KeyForm, type KeyName, secretIn } from './fixed-keys.js';
import { givenFor, jwkWith, type KeyRow } from './importing.js';

/** A half of a key, or a secret one of so many bytes, and what is made of it before it is read. */
interface KeyDamage extends KeyRow {
  readonly format: KeyForm;
  readonly key?: KeyName;
  readonly half?: 'private' | 'public';
  readonly size?: number;
  readonly usages: Plain;
  /** Of bytes: so many are cut off the end, these are added, or the bits of one are turned. */
  readonly cut?: number;
  readonly added?: string;
  readonly turned?: { readonly at: number; readonly bits: number };
  /** Of a JWK: members that it has, and those that it has not. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** All that stands for the key. */
  readonly data?: Plain;
}

const HALVES = { raw: 'public', spki: 'public', pkcs8: 'private', jwk: 'private' } as const;

function spoiledJwk(parts: JsonWebKey, of: KeyDamage): object {
  const usages = Array.isArray(of.usages) ? of.usages.map(String) : [];
  const others = Object.entries(of.members ?? {}).map(([name, value]): [string, unknown] => [name, decode(value)]);
  const all = [...Object.entries(jwkWith(parts, of, usages, of.size)), ...others];
  return Object.fromEntries(all.filter(([name]) => of.without?.includes(name) !== true));
}

function dataOf(of: KeyDamage): unknown {
  if (of.data !== undefined) return decode(of.data);
  const { format, key, half = HALVES[format], size = 16, added = '', cut = 0, turned } = of;
  const whole = key === undefined ? secretIn(format, size) : halfIn(format, key, half);
  if (!Buffer.isBuffer(whole)) return spoiledJwk(whole, of);
  return damaged(Buffer.concat([whole, Buffer.from(added, 'hex')]), { cut, ...turned });
}

function imported(of: KeyDamage): SubtleCall {
  return call('key', 'importKey', of.format, dataOf(of), givenFor(of), true, decode(of.usages));
}

export const isNone = endsAsNode((of: KeyDamage) => [refused(imported(of))]);

export const isOne = endsAsNode((of: KeyDamage) => [imported(of)]);

/** It may be one or none. */
export const isEither = leavesOpen((of: KeyDamage) => [imported(of)]);
