/** Draws a part of the changes by a seed. */
import { createHash } from 'node:crypto';
import type { SourceChange } from './change.js';

/** A pseudorandom number, always the same for the same text. */
export const digestNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** So many changes; the documents take turns, so that each has a fair part. */
export function sampleChanges(
  changes: readonly SourceChange[],
  count: number,
  seed: number,
  documentsOf: (file: string) => readonly string[],
): readonly SourceChange[] {
  const drawn = changes
    .map((change) => ({ change, number: digestNumber(`${seed} ${change.id}`) }))
    .sort((a, b) => a.number - b.number)
    .map(({ change }) => change);
  const documents = [...new Set(drawn.flatMap(({ file }) => documentsOf(file)))].sort();
  const queues = documents.map((document) => drawn.filter(({ file }) => documentsOf(file).includes(document)));
  const chosen = new Set<SourceChange>();
  for (let turn = 0; chosen.size < count && queues.some(({ length }) => length > 0); turn++) {
    const queue = queues[turn % queues.length] ?? [];
    const next = queue.findIndex((one) => !chosen.has(one));
    const [change] = queue.splice(0, next + 1 || queue.length).slice(-1);
    if (next >= 0 && change !== undefined) chosen.add(change);
  }
  return [...chosen];
}
