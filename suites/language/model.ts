/** Laws over sequences: commands are played by the target, and then judged one by one against a model of it. */
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
   * Changes the model and says what the target must have answered. `answer` is what it did answer, for a model that follows
   * the target where the documents leave it a choice.
   */
  step(model: M, answer: Outcome): Expectation;
}

/** Every outcome is the one that a model gives which starts anew. */
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
 * Sequences of commands against a model. The probe is given the commands, decoded, and returns an array with the outcome of
 * each, as `t.attempt` gives it.
 */
export function model<D, M, C = unknown>(
  law: Common<D> & {
    start: (data: D) => M;
    commands: (data: D, at: At) => readonly fc.Arbitrary<ModelCommand<M>>[];
    /** What every sequence ends with. */
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

/** A command that is played in a conversation; `seen` is what the sequence has learned so far. */
export interface PlayedCommand<M, S> extends ModelCommand<M> {
  /** Performs the command. What it gives is the answer that `step` judges. */
  play(partners: Partners, seen: S): Promise<unknown>;
}

/** Sequences of conversations against a model; each sequence starts with nothing seen. */
export function conversationModel<D, M, S>(
  law: Common<D> & {
    start: (data: D) => M;
    seen: () => S;
    commands: (data: D) => readonly fc.Arbitrary<PlayedCommand<M, S>>[];
    /** What every sequence ends with, so that what the others led to is always looked at. */
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
