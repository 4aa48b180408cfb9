/**
 * Finds the place in an expectation to which an observation refers. Expectations are described in full, `calls: [1, 2], left: 3`. An
 * observation names the first wrong place: `calls: item 2: 5`.
 */

/** Indices of the first character and behind the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One unit of reading: a quoted text, or one character. */
const PART = /"(?:[^"\\]|\\.)*"|[\s\S]/gu;
/** A step of a path; names have no signs in them. */
const STEP = /^(?:item (\d+)|([^:,[\]{}()"<>/]+)): /;
const NAME = /^([^:,[\]{}()"<>/]+): /;

/** Precedes a list that is a whole answer. */
const RETURNS = 'returns ';

/** Corresponding parts of both texts. The rest of each text names the parts. */
type Pairs = readonly (readonly [expected: Span, observed: Span])[];

/** The parts to compare; empty if they are unknown. */
export const pairsIn = (expected: string, observed: string): Pairs | undefined =>
  recordIn(expected, observed) ?? placeIn(expected, observed);

/** A returned record, field by field. Observations show it as JSON, expectations without its brackets and quotes. */
function recordIn(expected: string, observed: string): Pairs | undefined {
  if (expected.startsWith(RETURNS) || !/^returns \{.+\}$/s.test(observed)) return undefined;
  const pairs: (readonly [Span, Span])[] = [];
  for (const { from, to } of partsOf(observed, { from: RETURNS.length + 1, to: observed.length - 1 })) {
    const [key, name] = /^"([^"\\]*)":/.exec(observed.slice(from, to)) ?? [];
    const place = name === undefined ? undefined : fieldIn(expected, { from: 0, to: expected.length }, name);
    if (key === undefined || place === undefined) return undefined;
    pairs.push([place, { from: from + key.length, to }]);
  }
  const places = pairs.map(([place]) => place).sort((a, b) => a.from - b.from);
  return places.every(({ from }, i) => from >= (places[i - 1]?.to ?? 0)) ? pairs : undefined;
}

/** The place that the observation names, and its text about it. */
function placeIn(expected: string, observed: string): Pairs | undefined {
  const whole = { from: expected.startsWith(RETURNS) ? RETURNS.length : 0, to: expected.length };
  let at = 0;
  let place: Span | undefined;
  for (;;) {
    const [step, item, name] = STEP.exec(observed.slice(at)) ?? [];
    const around = place ?? whole;
    const inner =
      step === undefined
        ? undefined
        : item === undefined
          ? fieldIn(expected, around, name ?? '')
          : itemIn(expected, around, Number(item));
    if (step === undefined || inner === undefined) break;
    place = inner;
    at += step.length;
  }
  return place === undefined ? undefined : [[place, { from: at, to: observed.length }]];
}

/** The parts of a text between the commas that are in no bracket. */
function partsOf(text: string, { from, to }: Span): readonly Span[] {
  const parts: Span[] = [];
  let [depth, start] = [0, from];
  for (const { 0: part, index } of text.slice(from, to).matchAll(PART)) {
    if (/^[[{(]$/.test(part)) depth += 1;
    else if (/^[\]})]$/.test(part)) depth -= 1;
    else if (part === ',' && depth === 0 && !text.startsWith(', or ', from + index)) {
      parts.push({ from: start, to: from + index });
      start = from + index + (text[from + index + 1] === ' ' ? 2 : 1);
    }
  }
  return [...parts, { from: start, to }];
}

/**
 * The value of a field, which ends where the next one begins. The end of a nested record is unknown, since nested records have no brackets.
 */
function fieldIn(text: string, around: Span, name: string): Span | undefined {
  const parts = partsOf(text, around);
  const at = parts.findIndex(({ from }) => text.startsWith(`${name}: `, from));
  const part = parts[at];
  if (part === undefined) return undefined;
  const from = part.from + name.length + 2;
  const next = parts.slice(at + 1).find((one) => NAME.test(text.slice(one.from, one.to)));
  const isRecord = NAME.test(text.slice(from, part.to));
  return { from, to: next === undefined || isRecord ? around.to : next.from - 2 };
}

/** An item of a list. Items that are records begin with the name that the first one begins with. */
function itemIn(text: string, { from, to }: Span, number: number): Span | undefined {
  if (text[from] !== '[' || text[to - 1] !== ']') return undefined;
  const inside = { from: from + 1, to: to - 1 };
  const parts = partsOf(text, inside);
  const [, name] = NAME.exec(text.slice(inside.from, inside.to)) ?? [];
  if (name === undefined) return parts[number - 1];
  const starts = parts.filter((part) => text.startsWith(`${name}: `, part.from));
  const start = starts[number - 1];
  const next = starts[number];
  return start === undefined ? undefined : { from: start.from, to: next === undefined ? inside.to : next.from - 2 };
}
