import { getProperty, growing, grown, isAmong, isArray, OwnTypeError, push } from '../../support/intrinsics.js';
import { textOf } from '../../support/text.js';
import { allUsages, type KeyAlgorithm, type Usage } from './algorithms.js';

/**
 * The usages that a script lists for a key, without duplicates, in the order of keys. Throws TypeError for usages that the algorithm lacks.
 */
export function usagesFor({ name, privateUsages, publicUsages }: KeyAlgorithm, list: unknown): Usage[] {
  if (!isArray(list)) throw new OwnTypeError('"keyUsages" argument must be an Array');
  const wanted = growing<string>();
  for (let at = 0; at < list.length; at += 1) push(wanted, textOf(getProperty(list, at)));
  for (let at = 0; at < wanted.length; at += 1) {
    const usage = wanted[at] ?? '';
    if (!isUsage(usage)) throw new OwnTypeError(`unknown key usage: "${usage}"`);
    if (!isAmong(privateUsages, usage) && !isAmong(publicUsages, usage))
      throw new OwnTypeError(`unsupported key usage for "${name}" key`);
  }
  return picked(allUsages, (usage) => isAmong(wanted, usage));
}

const isUsage = (text: string): text is Usage => isAmong<string>(allUsages, text);

/** The usages that are in both lists. */
export function common(usages: readonly Usage[], others: readonly Usage[]): Usage[] {
  return picked(usages, (usage) => isAmong(others, usage));
}

function picked(usages: readonly Usage[], isPicked: (usage: Usage) => boolean): Usage[] {
  const result = growing<Usage>();
  for (let at = 0; at < usages.length; at += 1) {
    const usage = usages[at];
    if (usage !== undefined && isPicked(usage)) push(result, usage);
  }
  return grown(result);
}
