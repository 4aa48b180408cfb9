/** A reproducer of what a command line prints: the last script that the conversation ran. */
import { describe } from '../language/description.js';
import { type Candidate, candidate, goesDown, type SeenFault } from './candidate.js';
import { programText } from './lifted.js';

/** What is looked at is the standard output; what is right is what the reference prints there. */
export function programCandidate(fault: SeenFault): Candidate {
  const { trial, recording } = fault;
  const program = recording.programs.at(-1);
  if (program === undefined) throw new Error(`${fault.of.id} runs no script`);
  const seen = program.printed?.stdout;
  return candidate(
    fault,
    { files: { 'script.js': programText(program.source, program.input, fault.program.bindings) } },
    [],
    { at: 'output' },
    {
      ...{ path: [], isCall: false, anyError: false, texts: [], alternatives: [] },
      description: goesDown(fault) ? 'an end of its own' : describe(trial.expect()),
      ...(!goesDown(fault) && seen !== undefined && { seen }),
    },
  );
}
