/** Laws over sequences: the target runs commands, which are then judged one by one against a model. */
import fc from 'fast-check';
import type { Plain } from '../../spec/types/requirement.js';
import { decode } from './encoding.js';
import { type Expectation, sequence } from './expectation.js';
import { type Common, conversing, probing } from './law.js';
import type { Outcome } from './observation.js';
import type { Partners } from './partners.js';
import type { At, Law, Probe, Trial } from './trial.js';

/** One command of a model law: the input of the target, and the answer of the model. */
export interface ModelCommand<M> {
  /** In the tagged encoding. */
  readonly plain: Plain;
  /**
   * Changes the model and returns the expected answer. `answer` is the observed one, for a model that follows the target
   * where the documents leave a choice.
   */
  step(model: M, answer: Outcome): Expectation;
}

/** Every outcome equals that of a model that starts from the beginning. */
const follows = <M>(commands: readonly ModelCommand<M>[], start: () => M): Expectation =>
  sequence(
    commands.map(({ plain }) => plain),
    () => {
      const model = start();
      return (i, answer) => commands[i]?.step(model, answer) ?? { expects: 'anything' };
    },
  );

const sequences = <C>(kinds: readonly fc.Arbitrary<C>[], maxLength: number): fc.Arbitrary<C[]> =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength, size: 'max' });

/**
 * Sequences of commands against a model. The probe receives the decoded commands and returns an array with the outcome of
 * each, in the form of `t.attempt`.
 */
export function model<D, M, C = unknown>(
  law: Common<D> & {
    start: (data: D) => M;
    commands: (data: D, at: At) => readonly fc.Arbitrary<ModelCommand<M>>[];
    /** The last commands of every sequence. */
    last?: (data: D, at: At) => readonly ModelCommand<M>[];
    probe: Probe<{ commands: C[]; data: D }>;
    maxCommands?: number;
  },
): Law<D> {
  return (data) => ({
    ...probing('model', law, data, 'probe-model'),
    probe: law.probe,
    trials: (at) => ({
      many: sequences(law.commands(data, at), law.maxCommands ?? 30)
        .map((drawn) => [...drawn, ...(law.last?.(data, at) ?? [])])
        .map(
          (commands): Trial => ({
            input: { commands: commands.map(({ plain }) => decode(plain)), data },
            expect: () => follows(commands, () => law.start(data)),
          }),
        ),
    }),
  });
}

/** A command of a conversation; `seen` is the data that the sequence has collected. */
export interface PlayedCommand<M, S> extends ModelCommand<M> {
  /** Performs the command and returns the answer that `step` judges. */
  play(partners: Partners, seen: S): Promise<unknown>;
}

/** Sequences of conversations against a model; each sequence starts without collected data. */
export function conversationModel<D, M, S>(
  law: Common<D> & {
    start: (data: D) => M;
    seen: () => S;
    commands: (data: D) => readonly fc.Arbitrary<PlayedCommand<M, S>>[];
    /** The last commands of every sequence, so that the effect of the others is always observed. */
    last?: readonly PlayedCommand<M, S>[];
    maxCommands?: number;
  },
): Law<D> {
  return (data) => ({
    ...conversing('model', 'conversation-model', law, data),
    trials: () => ({
      many: sequences(law.commands(data), law.maxCommands ?? 12)
        .map((drawn) => [...drawn, ...(law.last ?? [])])
        .map(
          (commands): Trial => ({
            input: { commands: commands.map(({ plain }) => decode(plain)), data },
            hold: (partners) => playAll(commands, partners, law.seen()),
            expect: () => follows(commands, () => law.start(data)),
          }),
        ),
    }),
  });
}

async function playAll<M, S>(
  commands: readonly PlayedCommand<M, S>[],
  partners: Partners,
  seen: S,
): Promise<readonly (readonly ['returned', unknown])[]> {
  const answers: (readonly ['returned', unknown])[] = [];
  for (const command of commands) answers.push(['returned', await command.play(partners, seen)]);
  return answers;
}
