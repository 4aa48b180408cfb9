/** What a handler was told to do with its request, step by step, as the statements that these steps stand for. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, itemsOf } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import { MODULES } from '../language/generated/names.js';
import type { ValuePath } from './focus.js';
import { literalOf, memberOf } from './literal.js';
import { moduleOf, modulesOf, printing, rootOf } from './snippet.js';
import { NotPlain } from './steps.js';

/** A step as a request carries it: what is done, on what, with which member and values. */
interface HandlerStep {
  readonly word: string;
  readonly on: string;
  readonly name: string;
  readonly values: readonly Plain[];
}

const stepOf = (plain: Plain): HandlerStep => {
  const [word, on, name, values = []] = itemsOf(plain) ?? [];
  return { word: String(word), on: String(on), name: String(name), values: itemsOf(values) ?? [] };
};

const READS = ['get', 'index', 'same', 'list', 'has', 'pass'];

/**
 * The module with the handler `content`; `path` leads, within the response, to what is wrong, and `seen` is the whole response.
 * `texts` are those that it may answer.
 */
export function scriptModule(input: Plain, path: ValuePath, texts: readonly string[], bindings: Bindings): string {
  const steps = (itemsOf(input) ?? []).map(stepOf);
  const readings = steps.filter(({ word }) => READS.includes(word));
  const [part, of, at, ...rest] = path;
  const asked = part === 'answer' && of === 'read' && typeof at === 'number' ? readings[at] : undefined;
  if (part === 'answer' && asked === undefined) throw new NotPlain();
  const isOver = asked !== undefined && !steps.some(({ name, word }) => word === 'call' && name === 'sendHeader');
  const needed = isOver ? steps.slice(0, steps.indexOf(asked) + 1) : steps;
  const lines = needed.flatMap((step, i) => statementsOf(step, needed, i, { step: asked, within: rest }, bindings));
  const calls = needed.flatMap(({ word, name }) => (word === 'call' ? [name] : []));
  const isAnswered = calls.includes('return') || calls.includes('finish');
  const answer = asked === undefined ? '"done"' : printing('seen', texts);
  const end = isAnswered
    ? []
    : calls.includes('sendHeader')
      ? [`r.send(${answer});`, 'r.finish();']
      : [`r.return(200, ${answer});`];
  const body = [...lines, ...end].map((line) => `  ${line}`);
  const paths = steps.map(({ on, name }) => (on === 'r' ? '' : `${on}.${name}`));
  return moduleOf({ modules: modulesOf(paths), definitions: [] }, ['function content(r) {', ...body, '}'], ['content']);
}

function placeOf({ on, name }: HandlerStep, bindings: Bindings): string {
  const object =
    on === 'r'
      ? 'r'
      : ['srv', 'rt', ...MODULES.map(({ name }) => name)].includes(on)
        ? rootOf(on, bindings)
        : `r.${on}`;
  return memberOf(object, name);
}

/** The value that a step reads, where it reads one. */
function readingOf(step: HandlerStep, last: string, bindings: Bindings): string {
  const place = placeOf(step, bindings);
  const [value = null] = step.values;
  switch (step.word) {
    case 'get':
      return place;
    case 'index':
      return `${step.on === 'r' ? 'r' : `r.${step.on}`}[${Number(step.name)}]`;
    case 'has':
      return `[${literalOf(value)} in ${place}, Object.prototype.hasOwnProperty.call(${place}, ${literalOf(value)})]`;
    case 'pass':
      return `${place}(${[last, ...step.values.map(literalOf)].join(', ')})`;
    default:
      throw new NotPlain();
  }
}

/** The step whose reading is wrong, and where in it. */
interface ReadStep {
  readonly step: HandlerStep | undefined;
  readonly within: ValuePath;
}

const memberIn = (on: string, step: string | number): string =>
  typeof step === 'number' ? `${on}[${step}]` : memberOf(on, step);

function statementsOf(
  step: HandlerStep,
  all: readonly HandlerStep[],
  i: number,
  asked: ReadStep,
  bindings: Bindings,
): string[] {
  const place = placeOf(step, bindings);
  const values = step.values.map(literalOf).join(', ');
  const next = all[i + 1];
  const lastRead = all.slice(0, i).findLastIndex(({ word }) => READS.includes(word));
  const last = lastRead < 0 ? 'undefined' : readOf(all, lastRead, bindings);
  switch (step.word) {
    case 'set':
      return [`${place} = ${values};`];
    case 'delete':
      return [`delete ${place};`];
    case 'call':
      return [`${place}(${values});`];
    case 'put':
      return [`${place} = String(${last});`];
    default:
      if (step === asked.step)
        return [`const seen = ${asked.within.reduce(memberIn, readingOf(step, last, bindings))};`];
      // Passing on may do more than read, such as to log.
      return step.word === 'pass' && next?.word !== 'pass' ? [`${readingOf(step, last, bindings)};`] : [];
  }
}

function readOf(all: readonly HandlerStep[], at: number, bindings: Bindings): string {
  const step = all[at];
  if (step === undefined) return 'undefined';
  const before = all.slice(0, at).findLastIndex(({ word }) => READS.includes(word));
  return readingOf(step, before < 0 || step.word !== 'pass' ? 'undefined' : readOf(all, before, bindings), bindings);
}

/** Whether the handlers' errors were none, so that no statement has to be tried. */
export const nothingThrown = (answer: Plain | undefined): boolean =>
  answer === undefined || (itemsOf(fieldOf(answer, 'threw') ?? null) ?? []).length === 0;
