/** Laws over sequences: fast-check commands, played in the target and then against a model of what it should have done. */
import fc from 'fast-check';
import type { Plain } from '../../spec/types/spec.js';
import { compare } from '../executor/judge.js';
import { encode } from './encoding.js';
import {
  type Common,
  type Expectation,
  evaluated,
  holds,
  type Law,
  type Observation,
  type Probe,
  type Trial,
} from './law.js';

/** One command of a model law: what the target is told, and what the model says that it answers. */
export interface ModelCommand<M> {
  /** In the tagged encoding. */
  readonly plain: Plain;
  /**
   * Changes the model and says what the target must have answered. `answer` is what it did answer, for a model that follows
   * the target where the documents leave it a choice.
   */
  step(model: M, answer: Observation): Expectation;
}

/** The names by which a model's answers tell how a command ended, as `t.attempt` gives them. */
type Answer = readonly [how: unknown, value: unknown];

/**
 * Sequences of commands against a model. The probe is given the commands, decoded, and returns an array with one outcome for each:
 * `['returned', value]` or `['threw', name]`, see `t.attempt`.
 */
export function model<D, M, C = unknown>(
  law: Common<D> & {
    start: (data: D) => M;
    commands: (data: D) => readonly fc.Arbitrary<ModelCommand<M>>[];
    probe: Probe<{ commands: C[]; data: D }>;
    maxCommands?: number;
    runsPerHundred?: number;
  },
): Law<D> {
  return (data) => ({
    kind: 'model',
    ...evaluated(law, data),
    probe: law.probe,
    trials: () => ({
      many: fc
        .commands(
          law.commands(data).map((arbitrary) => arbitrary.map((command) => new JudgedCommand(command))),
          { maxCommands: law.maxCommands ?? 30, size: 'max' },
        )
        .map((commands) => modelTrial([...commands], () => law.start(data), data)),
    }),
    ...(law.runsPerHundred === undefined ? {} : { runsPerHundred: law.runsPerHundred }),
  });
}

/** The model's state, or nothing when the commands are only told apart from those never reached. */
interface Held<M> {
  readonly state: M | undefined;
}

class JudgedCommand<M> implements fc.Command<Held<M>, Replay> {
  readonly command: ModelCommand<M>;
  constructor(command: ModelCommand<M>) {
    this.command = command;
  }
  check(): boolean {
    return true;
  }
  run({ state }: Held<M>, replay: Replay): void {
    if (state === undefined) return;
    const answer = replay.next();
    const wrong = compare(this.command.step(state, answer), answer);
    if (wrong === undefined) return;
    throw new ModelMismatch(`${this.toString()}: expected ${wrong.expected}, observed ${wrong.observed}`);
  }
  toString(): string {
    return JSON.stringify(this.command.plain);
  }
}

class ModelMismatch extends Error {}

/** Plays a target's recorded answers back to the commands, one for each. */
class Replay {
  readonly #answers: readonly unknown[];
  #at = 0;
  constructor(answers: readonly unknown[]) {
    this.#answers = answers;
  }
  next(): Observation {
    const answer = this.#answers[this.#at++];
    if (!isAnswer(answer)) return { kind: 'unobservable', why: `no answer to command ${this.#at}` };
    const [how, value] = answer;
    return how === 'returned'
      ? { kind: 'returned', value: encode(value) }
      : { kind: 'threw', name: String(value), message: '' };
  }
}

const isAnswer = (answer: unknown): answer is Answer =>
  Array.isArray(answer) && (answer[0] === 'returned' || answer[0] === 'threw');

type Commands<M> = readonly fc.Command<Held<M>, Replay>[];

/** The trial of a sequence of commands: its answers are judged against a model that starts anew each time. */
export const trialOf = <M, D>(commands: readonly ModelCommand<M>[], start: () => M, data: D): Trial =>
  modelTrial(
    commands.map((command) => new JudgedCommand(command)),
    start,
    data,
  );

function modelTrial<M, D>(commands: Commands<M>, start: () => M, data: D): Trial {
  // fast-check shrinks no command that has not run, and a replayed path must shrink as the run that found it did.
  runModel(commands, () => undefined, []);
  const plain = commands.map((command): Plain => JSON.parse(command.toString()));
  return {
    input: { commands: plain, data: encode(data) },
    expect: () =>
      holds('every answer is the one that the model gives', (value) =>
        runModel(commands, start, Array.isArray(value) ? value : []),
      ),
  };
}

function runModel<M>(commands: Commands<M>, start: () => M | undefined, answers: readonly unknown[]): true | string {
  try {
    fc.modelRun(() => ({ model: { state: start() }, real: new Replay(answers) }), commands);
    return true;
  } catch (error) {
    if (error instanceof ModelMismatch) return error.message;
    throw error;
  }
}
