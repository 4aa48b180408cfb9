/** Finds the plainest script that shows a fault by itself, and not on the reference, by running it on both. */
import type { SeenFault } from './candidate.js';
import { candidatesOf } from './candidates.js';
import { NotAlone } from './configuration.js';
import { type Environments, NoProof, Proof, type Reproducer } from './proof.js';

/** The first candidate that shows the fault on the target each time, and not on the reference. Rejects with `NotAlone` where none does. */
export async function reproduce(fault: SeenFault, environments: Environments): Promise<Reproducer> {
  const reasons: string[] = [];
  for (const candidate of candidatesOf(fault))
    try {
      return await new Proof(fault, candidate, environments).proven();
    } catch (error) {
      if (!(error instanceof NoProof)) throw error;
      reasons.push(error.message);
    }
  throw new NotAlone(reasons.at(-1) ?? 'there is no way to write it as a script');
}
