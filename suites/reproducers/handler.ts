/** The steps of a handler, as plain statements. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, plainItems } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import { MODULES } from '../language/generated/names.js';
import type { ValuePath } from './focus.js';
import { literalOf, memberOf } from './literal.js';
import { boundPath, moduleOf, modulesOf, printing } from './snippet.js';
import { NotPlain } from './steps.js';

/** A step as in a request: the operation, its object, its member and its values. */
interface HandlerStep {
  readonly word: string;
  readonly on: string;
  readonly name: string;
  readonly values: readonly Plain[];
}

const stepOf = (plain: Plain): HandlerStep => {
  const [word, on, name, values = []] = plainItems(plain) ?? [];
  return { word: String(word), on: String(on), name: String(name), values: plainItems(values) ?? [] };
};

const READS = ['get', 'index', 'same', 'list', 'has', 'json', 'pass'];
const PLAIN = [...READS, 'set', 'delete', 'call', 'put'];

/**
 * The module with the handler `content`. `path` leads, within the response, to the wrong part, and `seen` is the whole response. `texts`
 * are the possible answers.
 */
export function scriptModule(input: Plain, path: ValuePath, texts: readonly string[], bindings: Bindings): string {
  const steps = (plainItems(input) ?? []).map(stepOf);
  if (steps.some(({ word }) => !PLAIN.includes(word))) throw new NotPlain();
  const [part, of, at, ...within] = path;
  const readings = steps.filter(({ word }) => READS.includes(word));
  const asked = part === 'answer' && of === 'read' && typeof at === 'number' ? readings[at] : undefined;
  if (part === 'answer' && asked === undefined) throw new NotPlain();
  const isOver = asked !== undefined && !steps.some(({ name, word }) => word === 'call' && name === 'sendHeader');
  const needed = isOver ? steps.slice(0, steps.indexOf(asked) + 1) : steps;
  const calls = needed.flatMap(({ word, name }) => (word === 'call' ? [name] : []));
  const answer = asked === undefined ? '"done"' : printing('seen', texts);
  const sending = calls.includes('sendHeader') ? [`r.send(${answer});`, 'r.finish();'] : [`r.return(200, ${answer});`];
  const end = calls.includes('return') || calls.includes('finish') ? [] : sending;
  const body = [...statements(needed, asked, within, bindings), ...end].map((line) => `  ${line}`);
  const paths = steps.map(({ on, name }) => (on === 'r' ? '' : `${on}.${name}`));
  return moduleOf({ modules: modulesOf(paths), definitions: [] }, ['function content(r) {', ...body, '}'], ['content']);
}

/** The statements of the steps. The result of the examined one is `seen`, and `within` leads to its wrong part. */
function statements(
  steps: readonly HandlerStep[],
  asked: HandlerStep | undefined,
  within: ValuePath,
  bindings: Bindings,
): string[] {
  let last = (): string => 'undefined';
  return steps.flatMap((step, i) => {
    const place = placeOf(step, bindings);
    const values = step.values.map(literalOf).join(', ');
    if (step.word === 'set') return [`${place} = ${values};`];
    if (step.word === 'delete') return [`delete ${place};`];
    if (step.word === 'call') return [`${place}(${values});`];
    if (step.word === 'put') return [`${place} = String(${last()});`];
    const before = last;
    const reading = (): string => readingOf(step, place, before());
    last = reading;
    if (step === asked) return [`const seen = ${within.reduce(memberIn, reading())};`];
    // Passing on may do more than read, such as log.
    return step.word === 'pass' && steps[i + 1]?.word !== 'pass' ? [`${reading()};`] : [];
  });
}

const memberIn = (on: string, step: string | number): string =>
  typeof step === 'number' ? `${on}[${step}]` : memberOf(on, step);

const GLOBALS = ['srv', 'rt', ...MODULES.map(({ name }) => name)];

function placeOf({ on, name }: HandlerStep, bindings: Bindings): string {
  if (on === 'r') return memberOf('r', name);
  return memberOf(GLOBALS.includes(on) ? boundPath(on, bindings) : `r.${on}`, name);
}

/** The value that a step reads; `last` is the value that was read before. */
function readingOf({ word, on, name, values }: HandlerStep, place: string, last: string): string {
  const [literal = 'null'] = values.map(literalOf);
  switch (word) {
    case 'get':
      return place;
    case 'index':
      return `${on === 'r' ? 'r' : `r.${on}`}[${Number(name)}]`;
    case 'has':
      return `[${literal} in ${place}, Object.prototype.hasOwnProperty.call(${place}, ${literal})]`;
    case 'pass':
      return `${place}(${[last, ...values.map(literalOf)].join(', ')})`;
    default:
      throw new NotPlain();
  }
}

/** Whether the handlers threw no errors, so that statements need no `try`. */
export const nothingThrown = (answer: Plain | undefined): boolean =>
  answer === undefined || (plainItems(fieldOf(answer, 'threw') ?? null) ?? []).length === 0;
