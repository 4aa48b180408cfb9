/**
 * Handlers of a session, by place, that follow steps, and their server. `set` computes a variable that the server sends, and
 * `end` one of the log phase. Steps of `access` and `preread` without a decision end with `s.done()`, unless they register
 * callbacks.
 */
import type { NamedSteps, Step } from '../../../../spec/types/step.js';
import {
  directive,
  jsVar,
  port,
  type Settings,
  type Setup,
  type StreamHandler,
  server,
  stream,
} from '../../../language/setup.js';
import { hasExpectations, orderOf, type StepOrder } from '../../../language/steps.js';
import type { StreamSessionObject, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { sessionInput } from '../../support/session-input.js';
import { type PlainSettings, settingsOf } from '../../support/settings.js';

export const PLACES = ['access', 'preread', 'filter', 'set', 'end'] as const;
export type SessionPlace = (typeof PLACES)[number];

/** The actions of a callback in each of its calls, or in all calls in turn; the last one applies to all that follow. */
type CallbackSteps = {
  readonly steps?: readonly Step[];
  readonly turns?: readonly (readonly Step[])[];
  /** The name of an error, and the call that throws it; by default each one. */
  readonly throws?: string;
  readonly at?: number;
};

export type BySessionPlace<T> = { readonly [place in SessionPlace]?: T };

/** A row about handlers. Its other members are subjects of their steps. */
export interface SessionRow {
  /** The place of the steps, if they are not by place, and of the callbacks; the default for these is `filter`. */
  readonly where?: SessionPlace;
  readonly steps?: readonly Step[] | BySessionPlace<readonly Step[]>;
  readonly make?: NamedSteps;
  /** Callbacks by events, which are registered after the steps. */
  readonly events?: { readonly [event: string]: CallbackSteps };
  /** The same for one event. */
  readonly event?: string;
  readonly callback?: CallbackSteps;
  /** The handler of this place throws an error after its steps. */
  readonly raises?: SessionPlace;
  readonly settings?: PlainSettings;
  /** There is another server. */
  readonly next?: boolean;
  /** What the server sends; by default it passes sessions on to the peer. */
  readonly sends?: string;
  readonly [subject: string]: unknown;
}

/** The order of one place, for its handler. */
interface PlaceOrder {
  readonly order: StepOrder;
  /** The results of the steps are logged. */
  readonly said: boolean;
  readonly allows: boolean;
  readonly raises: boolean;
}

interface SessionInput {
  readonly places: { readonly [place in SessionPlace]?: PlaceOrder };
  /** The number of outcomes that are logged for each call of a callback; none if no call is. */
  readonly noted: number;
}

const isSteps = (of: SessionRow['steps']): of is readonly Step[] => Array.isArray(of);

/** Places that have a handler. */
const placesOf = (row: SessionRow): readonly SessionPlace[] =>
  PLACES.filter(
    (place) =>
      stepsAt(row, place).length > 0 ||
      place === row.where ||
      place === row.raises ||
      (Object.keys(eventsOf(row)).length > 0 && place === eventsAt(row)),
  );

const eventsOf = ({ events, event, callback }: SessionRow): { readonly [event: string]: CallbackSteps } =>
  event === undefined || callback === undefined ? (events ?? {}) : { ...events, [event]: callback };

const eventsAt = ({ where = 'filter' }: SessionRow): SessionPlace => where;

export function stepsAt({ where = 'filter', steps = [] }: SessionRow, place: SessionPlace): readonly Step[] {
  if (!isSteps(steps)) return steps[place] ?? [];
  return place === where ? steps : [];
}

const DECIDES = /"(allow|deny|decline|done)"/;

function orderAt(row: SessionRow, place: SessionPlace): PlaceOrder {
  const own = stepsAt(row, place);
  const events = place === eventsAt(row) ? Object.entries(eventsOf(row)) : [];
  const callbacks = events.map(([event, callback]) => [`${event}Callback`, { make: ['callback', callback] }]);
  const steps = [...own, ...events.map(([event]) => ['s', 'on', event, `$${event}Callback`])];
  const make: NamedSteps = { ...row.make, ...Object.fromEntries(callbacks) };
  const mayDecide = place === 'access' || place === 'preread';
  return {
    order: orderOf({ ...row, on: 's', make, steps, named: true }),
    said: hasExpectations({ steps }),
    raises: place === row.raises,
    allows: mayDecide && events.length === 0 && !DECIDES.test(JSON.stringify([make, steps])),
  };
}

/** Lifted with its place. */
const follows = (s: StreamSessionObject, t: World, place: SessionPlace): unknown => {
  const input = t.input<SessionInput>(s);
  const of = input.places[place];
  const note = (what: string, came: unknown): void => {
    t.answer(s, came);
    s.log(`${what} ${s.variables.spec_answer}`);
  };
  const noteCall = (came: unknown): void => note('called', Array.isArray(came) ? came.slice(0, input.noted) : came);
  if (of === undefined) return '';
  const ended = (came: unknown): unknown => {
    if (of.said) note(place, came);
    if (of.raises) throw new Error('raised by a handler');
    if (of.allows) s.done();
    // The result of a js_set handler counts, unless it is a promise.
    return place === 'set' ? Promise.resolve() : '';
  };
  const came = t.steps(of.order, input.noted > 0 ? noteCall : undefined);
  return came instanceof Promise ? came.then(ended) : ended(came);
};

const handlerOf = (place: SessionPlace): StreamHandler => liftedWith(follows, place);

const HANDLERS = {
  js_access: handlerOf('access'),
  js_preread: handlerOf('preread'),
  js_filter: handlerOf('filter'),
};
const SET = handlerOf('set');
const END = handlerOf('end');

/** Names of variables that handlers assign, and what the server sends of them. */
const VARIABLES = ['spec_answer', 'spec_seen', 'spec_other'] as const;

/** The server `main` with the handlers of a row; this number of outcomes is logged for each call of a callback. */
export function handledBy(row: SessionRow, noted = 0): Setup {
  const here = placesOf(row);
  const input: SessionInput = { places: Object.fromEntries(here.map((place) => [place, orderAt(row, place)])), noted };
  const own: Settings<StreamHandler> = {
    ...Object.fromEntries(Object.entries(HANDLERS).filter(([name]) => here.some((place) => name === `js_${place}`))),
    ...(row.sends === undefined ? { proxy_pass: port('peer') } : { return: row.sends }),
    ...(here.includes('end') ? { access_log: ['sessions.log', 'spec_session', 'if=$spec_end'] } : {}),
    ...settingsOf<StreamHandler>(row.settings),
  };
  return [
    stream(
      ...VARIABLES.map((name) => jsVar(name)),
      directive('js_set', '$spec_set', SET),
      directive('js_set', '$spec_end', END),
      directive('log_format', 'spec_session', 'ended'),
      server('main', own, ...sessionInput(input)),
      ...(row.next === true ? [server('next', { return: 'next' })] : []),
    ),
  ];
}
