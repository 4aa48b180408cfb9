/** A conversation as the steps that `play.mjs` repeats, and the lines that it then prints. */
import { readFileSync } from 'node:fs';
import type { ActionResult, ExchangeStep, PathOf, PlayAction, PlayedExchange } from './exchange.js';
import { sortedSteps, stepLines } from './play.js';
import type { Recording } from './recording.js';

/** Details of the steps that are not in the recording. */
interface StepDetails {
  /** The bytes of a request, by its index. */
  readonly bytes: readonly string[];
  /** The end of a connection is judged. */
  readonly tellsEnds: boolean;
  /** The required content of a file, if it is a pattern. */
  readonly pattern: readonly [pattern: string, flags: string] | undefined;
}

interface StepResult {
  readonly step: ExchangeStep;
  readonly result: ActionResult | undefined;
}

/** The steps of `own`, as long as a right server allows the same ones, and the output for the wrong server. */
export function writtenExchange(
  own: Recording,
  right: Recording | undefined,
  details: StepDetails,
): { readonly steps: readonly ExchangeStep[]; readonly seen: string } {
  const all = [own, ...(right === undefined ? [] : [right])];
  const [ours = [], theirs = []] = all.map((one) => resultsOf(one, all, details));
  const parting = ours.findIndex(({ step }, i) => JSON.stringify(step) !== JSON.stringify(theirs[i]?.step));
  const common = parting < 0 ? ours.length : parting;
  const shared = ours.slice(0, common);
  const isTold = right !== undefined && printed(shared) !== printed(theirs.slice(0, common));
  const kept = isTold ? shared : ours;
  return { steps: kept.map(({ step }) => step), seen: printed(kept) };
}

const printed = (all: readonly StepResult[]): string =>
  sortedSteps(
    all.map(({ step }) => step),
    all.map(({ step, result }) => (result === undefined ? [] : stepLines(step, result))),
  )
    .flat()
    .map((line) => `${line}\n`)
    .join('');

function resultsOf({ happenings }: Recording, all: readonly Recording[], details: StepDetails): StepResult[] {
  // A response that names a path depends on where the server runs.
  const unprinted = happenings.flatMap((one) =>
    'begins' in one && 'path' in one.begins ? [numberIn(one.begins.path)] : [],
  );
  const results: StepResult[] = [];
  /** By the number of the action. */
  const places: number[] = [];
  let requests = 0;
  for (const [i, happening] of happenings.entries()) {
    if ('over' in happening) {
      const place = places[happening.over - 1] ?? 0;
      const { step } = results[place] ?? {};
      if (step === undefined) continue;
      results[place] = { step, result: happening.result };
      if ('meanwhile' in step) results.push({ step: { do: 'wait', for: place + 1 }, result: undefined });
      continue;
    }
    const number = places.push(results.length);
    if (happening.begins.do === 'request') requests++;
    const step = stepOf(happening.begins, all, details, { number: requests, prints: !unprinted.includes(requests) });
    const next = happenings[i + 1];
    const isAlone = next === undefined || ('over' in next && next.over === number);
    results.push({ step: isAlone ? step : { ...step, meanwhile: true }, result: undefined });
  }
  return results;
}

const numberIn = (path: PathOf): number => (typeof path === 'string' ? 0 : path.response);

/** `request` is the number of the request, if it is one, and whether its response is printed. */
function stepOf(
  deed: PlayAction,
  all: readonly Recording[],
  { bytes, tellsEnds, pattern }: StepDetails,
  request: { readonly number: number; readonly prints: boolean },
): PlayAction {
  switch (deed.do) {
    case 'request':
      return { ...deed, bytes: bytes[request.number - 1] ?? '', prints: request.prints };
    case 'answer': {
      const answers = all.flatMap((one) => one.answers.get(deed.peer) ?? []);
      return { ...deed, answers: [...new Map(answers.map((pair) => [pair[0], pair])).values()] };
    }
    case 'rest':
      return { ...deed, tellsEnd: tellsEnds };
    case 'read':
      return { ...deed, ...(pattern !== undefined && { matches: pattern }) };
    default:
      return deed;
  }
}

/** The text of an exchange: a line for each item. */
export const exchangeText = ({ ports, steps }: PlayedExchange): string => {
  const shown = Object.entries({ ports, steps }).map(
    ([name, list]) => `  "${name}": [\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`,
  );
  return `{\n${shown.join(',\n')}\n}\n`;
};

export const PLAY_FILE = 'play.mjs';

/** The program, which `npm run build` bundles. */
export const playText = (): string => readFileSync(new URL('play.mjs', import.meta.url), 'utf8');
