/** A reproducer that plays all that a conversation did: connections of its own, peers, files, requests at the same time. */
import type { Plain } from '../../spec/types/requirement.js';
import { type HostSetup, portOf } from '../executor/merging.js';
import { describe } from '../language/description.js';
import type { WireRequest } from '../language/partners.js';
import type { Handler } from '../language/setup.js';
import { type Candidate, candidate, goesDown, SCOPE, type SeenFault } from './candidate.js';
import { configurationText, MODULE_FILE } from './configuration.js';
import { focusOn } from './focus.js';
import { PLAY_FILE, playText } from './playing/text.js';
import { exchangeText, writtenExchange } from './playing/written.js';
import { longestBody, wireBytes } from './requests.js';
import { ANSWER } from './right.js';

export const EXCHANGE_FILE = 'exchange.json';

/** What the server is given. */
interface Given {
  readonly names: ReadonlyMap<Handler, string>;
  readonly module: string;
  readonly requests: readonly WireRequest[];
}

export function playedCandidate(fault: SeenFault, setup: HostSetup, { names, module, requests }: Given): Candidate {
  const { trial, observed, recording, engine } = fault;
  const { text, ports, files } = configurationText(setup, {
    names,
    engine,
    closes: false,
    longest: longestBody(requests),
  });
  const expected = trial.expect();
  const focus = observed.kind === 'returned' ? focusOn(expected, observed.value) : undefined;
  const pattern = focus?.expected.expects === 'matches' ? focus.expected : undefined;
  const { steps, seen } = writtenExchange(recording, fault.right?.recording, {
    bytes: requests.map((request) => wireBytes(request).toString('latin1')),
    tellsEnds: observed.kind === 'returned' && tellsEnds(observed.value),
    pattern: pattern === undefined ? undefined : [pattern.pattern, pattern.flags],
  });
  const named = ports.map((port) => port.replace(portOf(SCOPE, ''), ''));
  const all = {
    'nginx.conf': text,
    [MODULE_FILE]: module,
    ...files,
    [PLAY_FILE]: playText('play.js'),
    [EXCHANGE_FILE]: exchangeText({ ports: named, steps }),
  };
  return candidate(
    fault,
    { files: all, ports: ports.length },
    [],
    { at: 'play' },
    {
      ...{ path: [], isCall: false, anyError: false, texts: [], alternatives: [] },
      description: goesDown(fault) ? ANSWER : describe(expected),
      ...(!goesDown(fault) && { seen }),
    },
  );
}

/** Whether it says how a connection ended. */
const tellsEnds = (value: Plain): boolean => /"(ended|reset)"/.test(JSON.stringify(value));
