/** A folder about a service or a client: what was observed, what is expected, and how to make the exchange by hand. It has no script. */
import type { Mismatch } from '../executor/judge.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import type { Answering, ClientUnderTest, Operation } from '../language/client-under-test.js';
import type { ApiAnswer, ApiRequest, Endpoint } from '../language/endpoint.js';
import type { Partners } from '../language/partners.js';
import { argumentsOf } from '../targets/client/client-run.js';
import { partnersOf } from '../targets/support/partners.js';
import { shellWord } from '../targets/support/shell-word.js';
import { type FaultRequest, wrongTrial } from './fault.js';
import { citation, fenced, violating } from './readme.js';
import { bodyFiles, curlCommands, type ServiceExchange } from './service-commands.js';
import type { Files } from './trying.js';

/** An operation of a client, and the answers that its requests got. */
interface ClientOperation {
  readonly operation: Operation;
  readonly answers: Answering[];
}

/** Records what a conversation does with a service or a client. */
export class ExchangeRecording {
  readonly exchanges: ServiceExchange[] = [];
  readonly operations: ClientOperation[] = [];

  of(partners: Partners): Partners {
    const recording = this;
    return partnersOf({
      get api() {
        return recording.#api(partners.api);
      },
      get client() {
        return recording.#client(partners.client);
      },
    });
  }

  #api(api: Endpoint): Endpoint {
    const recorded = async (request: ApiRequest, answer: Promise<ApiAnswer>): Promise<ApiAnswer> => {
      const exchange: ServiceExchange = { request };
      this.exchanges.push(exchange);
      exchange.answer = await answer;
      return exchange.answer;
    };
    return {
      ask: (request) => recorded(request, api.ask(request)),
      settled: (request, good) => recorded(request, api.settled(request, good)),
      apart: () => this.#api(api.apart()),
      includes: () => {},
      session: api.session,
      named: (label) => api.named(label),
      quiet: () => api.quiet(),
      readings: (path) => api.readings(path),
      created: (of) => api.created(of),
      accepted: (of) => api.accepted(of),
      atFirst: (of) => api.atFirst(of),
      atRotation: () => api.atRotation(),
      app: (label) => api.app(label),
      find: (place, json) => api.find(place, json),
      lasting: (json) => api.lasting(json),
    };
  }

  #client(client: ClientUnderTest): ClientUnderTest {
    return {
      run: (operation, answer, account) => {
        const answers: Answering[] = [];
        this.operations.push({ operation, answers });
        const recorded: typeof answer = (request, count) => {
          const given = answer(request, count);
          answers.push(given);
          return given;
        };
        return client.run(operation, recorded, account);
      },
    };
  }
}

/** The files of the folder; none of them holds a secret of the account. Rejects with `NothingWrong`. */
export async function descriptionFiles(request: FaultRequest): Promise<Files> {
  const { of, seed, path, targetName } = request;
  const recording = new ExchangeRecording();
  const { mismatch } = await wrongTrial(request, recording);
  const versions = {
    srvspec: PACKAGE_VERSION,
    target: targetName,
    case: of.id,
    seed,
    ...(path !== undefined && { path }),
  };
  return {
    ...bodyFiles(recording.exchanges),
    'versions.json': `${JSON.stringify(versions, null, 2)}\n`,
    'README.md': readmeOf(request, mismatch, stepsIn(recording)),
  };
}

export function stepsIn({ exchanges, operations }: ExchangeRecording): string[] {
  if (operations.length > 0)
    return [
      'The operations of the client, and what the service answered:',
      '',
      ...fenced(operations.flatMap(linesOf).join('\n'), 'sh'),
    ];
  if (exchanges.length === 0) return ['It is about all requests of a run: this case sends none itself.'];
  return [
    'The requests, with names and ids as they were. `SRVSPEC_BASE_URL` ends with the version; `AUTHORIZATION` is a field that this folder does not hold.',
    '',
    ...fenced(curlCommands(exchanges).join('\n'), 'sh'),
  ];
}

/** Answers of an operation, and characters of each, that are listed. */
const MOST_ANSWERS = 10;
const MOST_SHOWN = 400;

const linesOf = ({ operation, answers }: ClientOperation): string[] => [
  ['"$CLIENT"', ...argumentsOf(operation).map(shellWord)].join(' '),
  ...answers.slice(0, MOST_ANSWERS).map((answer) => {
    const { bytes, ...shown } = answer;
    const text = JSON.stringify({
      ...shown,
      ...(bytes !== undefined && { bytes: Buffer.from(bytes).toString('hex') }),
    });
    return `#   ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`;
  }),
];

function readmeOf(request: FaultRequest, { reason, observed, expected }: Mismatch, steps: readonly string[]): string {
  const { of, says, replay, known } = request;
  const who = of.subject === 'client' ? 'The client' : 'The service';
  return [
    `# ${violating(who, { says, reason: reason === 'unobservable' ? 'wrong' : reason })}`,
    '',
    '### Describe the bug',
    '',
    ...(known === undefined ? [] : [known.observed, '']),
    `Seen: ${observed}`,
    '',
    '### To reproduce',
    '',
    'srvspec makes the exchange again, with new names, and judges it:',
    '',
    ...fenced(replay, 'sh'),
    '',
    ...steps,
    '',
    '### Expected behavior',
    '',
    expected,
    '',
    `The rule, in our words: ${says} (${citation(of.rows)})`,
    '',
    `Written by srvspec ${PACKAGE_VERSION} from \`${of.id}\`.`,
    '',
  ].join('\n');
}
