import { type ByteString, byteStringOf } from '../../../host/support/byte-string.js';
import { scopeOf } from '../../../host/support/settings/block.js';
import type { ConfigurationModule, Directive, Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import type { VariableReader } from '../../../host/support/settings/scope.js';
import { variableNameOf } from '../../../host/support/settings/values.js';

/** `split_clients` of requests and of sessions. */
export const splitClientsModule: ConfigurationModule = {
  name: 'split_clients',
  directives: [{ name: 'split_clients', contexts: ['http', 'stream'], arity: [2, 2], opens: 'list', read: split }],
};

/** A share of the hash values: those below a bound that no earlier share has, or all remaining ones. */
interface HashShare {
  readonly below: number | 'rest';
  readonly value: ByteString;
}

function split({ words: [source = '', target = ''], entries, block, place, end }: Statement): void {
  const scope = scopeOf(block);
  const from = scope.template(source, place);
  const name = variableNameOf(target, place);
  const parts = partsOf(entries, end);
  const compute = ({ evaluate }: VariableReader): ByteString => {
    const hash = murmurHash2(Buffer.from(evaluate(from), 'latin1'));
    return parts.find(({ below }) => below === 'rest' || hash < below)?.value ?? '';
  };
  scope.declare(name, { kind: 'computed', compute, cacheable: true }, place);
}

const all = 10_000;

/** Hundredths of a percent become bounds of hashes, each rounded separately. */
function partsOf(entries: readonly Directive[], end: Statement['end']): readonly HashShare[] {
  let [hundredths, bound] = [0, 0];
  return entries.map((entry): HashShare => {
    const share = shareOf(entry);
    hundredths = share === 'rest' ? all : hundredths + share;
    if (hundredths > all) throw new ConfigurationError('percent total is greater than 100%', end);
    if (share !== 'rest') bound += Math.floor((share * 0xffffffff) / all);
    return { below: share === 'rest' ? 'rest' : bound, value: byteStringOf(entry.arguments[0] ?? '') };
  });
}

function shareOf(entry: Directive): number | 'rest' {
  // Real hosts ignore words after the value.
  if (entry.arguments.length === 0)
    throw new ConfigurationError('invalid number of the split_clients parameters', entry);
  if (entry.name === '*') return 'rest';
  const { whole = '', part = '' } = /^(?<whole>\d*)(?:\.(?<part>\d{0,2}))?%$/.exec(entry.name)?.groups ?? {};
  const share = Number(`${whole}${part.padEnd(2, '0')}`);
  if (whole === '' && part === '') throw invalid(entry);
  if (!(share > 0)) throw invalid(entry);
  return share;
}

function invalid(entry: Directive): ConfigurationError {
  return new ConfigurationError(`invalid percent value "${entry.name}"`, entry);
}

const multiplier = 0x5bd1e995;

/** MurmurHash2 of 32 bits, with nginx's seed. */
function murmurHash2(bytes: Buffer): number {
  let hash = bytes.length | 0;
  let at = 0;
  for (; bytes.length - at >= 4; at += 4) {
    let word = Math.imul(bytes.readInt32LE(at), multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  const rest = bytes.subarray(at);
  if (rest.length > 0) {
    for (const [place, byte] of rest.entries()) hash ^= byte << (8 * place);
    hash = Math.imul(hash, multiplier);
  }
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return (hash ^ (hash >>> 15)) >>> 0;
}
