/** The steps of a handler, as plain statements. */
import type { Plain } from '../../spec/types/requirement.js';
import { fieldOf, listIn, plainItems } from '../executor/plain.js';
import type { Bindings } from '../inside/bundle.js';
import type { ValuePath } from './focus.js';
import { memberOf } from './literal.js';
import { moduleOf, modulesOf, printing } from './snippet.js';
import { NotPlain, StepWriter } from './steps.js';

/** What handlers do besides following steps. */
const OTHERS = ['gives', 'throws', 'async', 'silent', 'early', 'make'];

/**
 * The module with the handler `content`. `path` leads, within the response, to the wrong part, and `seen` is the whole response. `texts`
 * are the possible answers.
 */
export function scriptModule(input: Plain, path: ValuePath, texts: readonly string[], bindings: Bindings): string {
  const order = fieldOf(input, 'order') ?? null;
  const steps = listIn(order, 'steps');
  const waits = steps.some((step) => fieldOf(step, 'await') !== undefined);
  if (waits || OTHERS.some((name) => fieldOf(input, name) !== undefined)) throw new NotPlain();
  const [part, of, at, ...within] = path;
  const asked = part === 'answer' && of === 'read' && typeof at === 'number' ? listIn(input, 'reads')[at] : undefined;
  if (part === 'answer' && asked === undefined) throw new NotPlain();
  const isOver = asked !== undefined && !calls(steps, 'sendHeader');
  const needed = isOver ? steps.slice(0, Number(asked) + 1) : steps;
  const answer = asked === undefined ? '"done"' : printing('seen', texts);
  const sending = calls(needed, 'sendHeader') ? [`r.send(${answer});`, 'r.finish();'] : [`r.return(200, ${answer});`];
  const end = calls(needed, 'return') || calls(needed, 'finish') ? [] : sending;
  const writer = new StepWriter(bindings, order);
  const statements = needed.flatMap((step, i) => {
    if (i === asked) return [`const seen = ${within.reduce(memberIn, writer.expression(step))};`];
    const name = fieldOf(step, 'as');
    if (typeof name === 'string') return writer.define(name, step);
    return listIn(input, 'reads').includes(i) ? [] : [`${writer.expression(step)};`];
  });
  const body = [...statements, ...end].map((line) => `  ${line}`);
  return moduleOf(
    { modules: modulesOf(writer.paths), definitions: [] },
    ['function content(r) {', ...body, '}'],
    ['content'],
  );
}

const calls = (steps: readonly Plain[], name: string): boolean =>
  steps.some((step) => [plainItems(step)?.[1] ?? fieldOf(step, 'call')].flat().includes(name));

const memberIn = (on: string, step: string | number): string =>
  typeof step === 'number' ? `${on}[${step}]` : memberOf(on, step);

/** Whether the handlers threw no errors, so that statements need no `try`. */
export const nothingThrown = (answer: Plain | undefined): boolean => listIn(answer, 'threw').length === 0;
