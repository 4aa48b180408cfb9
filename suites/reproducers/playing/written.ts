/** What a conversation did, as the steps that `play.mjs` plays and the lines that it prints then. */
import type { ExchangeStep, PathOf, Result } from './exchange.js';
import { inOrder, lineOf } from './play.js';
import type { Act, Recording } from './recording.js';

/** How a reproducer has what a recording holds. */
export interface Writing {
  /** The bytes of a request, by its place among them. */
  readonly bytes: readonly string[];
  /** How a connection ended is part of what is judged. */
  readonly tellsEnds: boolean;
  /** What a file must hold, where a pattern says it. */
  readonly pattern: readonly [pattern: string, flags: string] | undefined;
}

/** A step with what came of it. */
interface Played {
  readonly step: ExchangeStep;
  readonly result: Result | undefined;
}

export interface WrittenExchange {
  readonly steps: readonly ExchangeStep[];
  /** What is printed where the server is wrong. */
  readonly seen: string;
}

/** The steps of `own`, as far as a right server let them be the same. */
export function writtenExchange(own: Recording, right: Recording | undefined, how: Writing): WrittenExchange {
  const all = [own, ...(right === undefined ? [] : [right])];
  const ours = played(own, all, how);
  const theirs = right === undefined ? [] : played(right, all, how);
  const parting = ours.findIndex(({ step }, i) => JSON.stringify(step) !== JSON.stringify(theirs[i]?.step));
  const common = parting < 0 ? ours.length : parting;
  const shared = ours.slice(0, common);
  const isTold = right !== undefined && printed(shared) !== printed(theirs.slice(0, common));
  const kept = isTold ? shared : ours;
  return { steps: kept.map(({ step }) => step), seen: printed(kept) };
}

const printed = (all: readonly Played[]): string =>
  inOrder(
    all.map(({ step }) => step),
    all.map(({ step, result }) => (result === undefined ? [] : lineOf(step, result))),
  )
    .flat()
    .map((line) => `${line}\n`)
    .join('');

function played(of: Recording, all: readonly Recording[], how: Writing): Played[] {
  const paths = of.happenings.flatMap((one) =>
    'begins' in one && 'path' in one.begins ? [numberIn(one.begins.path)] : [],
  );
  const written: Played[] = [];
  /** By the number of the act. */
  const places: number[] = [];
  let requests = 0;
  for (const [i, happening] of of.happenings.entries()) {
    if ('over' in happening) {
      const place = places[happening.over - 1] ?? 0;
      const { step } = written[place] ?? {};
      if (step === undefined) continue;
      written[place] = { step, result: happening.result };
      if ('meanwhile' in step) written.push({ step: { do: 'wait', for: place + 1 }, result: undefined });
      continue;
    }
    const number = places.push(written.length);
    const step = stepOf(happening.begins, { ...how, all, place: requests, untold: paths.includes(requests + 1) });
    if (happening.begins.do === 'request') requests++;
    const next = of.happenings[i + 1];
    const isAlone = next === undefined || ('over' in next && next.over === number);
    written.push({ step: isAlone ? step : { ...step, meanwhile: true }, result: undefined });
  }
  return written;
}

const numberIn = (path: PathOf): number => (typeof path === 'string' ? 0 : path.response);

/** Where an act stands. */
interface Standing extends Writing {
  readonly all: readonly Recording[];
  /** Of a request, among them. */
  readonly place: number;
  /** Its response names a path, which differs wherever the server runs. */
  readonly untold: boolean;
}

function stepOf(
  act: Act,
  { all, bytes, place, untold, tellsEnds, pattern }: Standing,
): Exclude<ExchangeStep, { do: 'wait' }> {
  switch (act.do) {
    case 'request':
      return { do: 'request', bytes: bytes[place] ?? '', tells: !untold };
    case 'answer': {
      const answers = all.flatMap((one) => one.answers.get(act.peer) ?? []);
      return { ...act, do: 'answer', answers: [...new Map(answers.map((pair) => [pair[0], pair])).values()] };
    }
    case 'accept':
    case 'count':
      return { ...act, do: act.do };
    case 'rest':
      return { do: 'rest', on: act.on, tellsEnd: tellsEnds };
    case 'end':
    case 'close':
    case 'reset':
    case 'next':
      return { do: act.do, on: act.on };
    case 'read':
      return { do: 'read', path: act.path, ...(pattern !== undefined && { matches: pattern }) };
    case 'exists':
    case 'held':
      return { do: act.do, path: act.path };
    default:
      return act;
  }
}

/** As it stands in the folder: a line an item. */
export const exchangeText = (lists: { readonly [name: string]: readonly unknown[] }): string => {
  const shown = Object.entries(lists).map(
    ([name, list]) =>
      `  ${JSON.stringify(name)}: [\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`,
  );
  return `{\n${shown.join(',\n')}\n}\n`;
};
