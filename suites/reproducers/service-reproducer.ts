/** A folder about a service or a client: the exchange, so that it can be made again. It is not run here: a service is not ours to ask at will. */
import { observeAlone, trialAt } from '../executor/confirming.js';
import { judge, mismatchOf } from '../executor/judge.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { API_IDENTITY } from '../executor/target.js';
import type { Answering, ClientUnderTest } from '../language/client-under-test.js';
import type { Endpoint } from '../language/endpoint.js';
import type { Partners } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import { Redactions, secretsOf } from '../targets/client/secrets.js';
import { partnersOf } from '../targets/support/partners.js';
import { NothingWrong, type Wanted } from './reproducer.js';
import { type Asked, askingLine, clientFiles, type Operated, serviceFiles } from './services.js';
import type { Files } from './trying.js';

/** Rejects with `NothingWrong`. `command` is that of a client. */
export async function serviceReproducer(
  wanted: Pick<Wanted, 'of' | 'seed' | 'path' | 'says' | 'driver' | 'replay' | 'targetName'>,
  command: string,
): Promise<Files> {
  const { of, seed, path, driver, says } = wanted;
  const trial = trialAt(of, seed, path);
  if (trial?.hold === undefined) throw new NothingWrong(`there is no input at path ${path}`);
  const asked: Asked[] = [];
  const operated: Operated[] = [];
  const redactions = new Redactions();
  const { hold } = trial;
  const noted: Trial = { ...trial, hold: (partners) => hold(noting(partners, asked, operated, redactions)) };
  const observed = await observeAlone(driver, of, noted, { identity: API_IDENTITY, deadlines: DEFAULT_DEADLINES });
  const mismatch = mismatchOf(trial, observed);
  if (mismatch === undefined || mismatch.reason === 'unobservable')
    throw new NothingWrong(mismatch === undefined ? `${of.id} is right here` : mismatch.observed);
  if (judge(of.strength, mismatch, undefined).verdict === 'recorded')
    throw new NothingWrong(`the documents leave open what ${of.id} is about`);
  const isService = of.subject === 'server';
  const own = isService ? serviceFiles(asked) : clientFiles(operated, command, (text) => redactions.inText(text));
  const versions = {
    srvspec: PACKAGE_VERSION,
    target: wanted.targetName,
    case: of.id,
    seed,
    ...(path !== undefined && { path }),
  };
  return {
    ...own,
    'expected.txt': `${mismatch.expected}\n`,
    'actual.txt': `${mismatch.observed}\n`,
    'versions.json': `${JSON.stringify(versions, null, 2)}\n`,
    'README.md': [
      `# Not so: ${says}`,
      '',
      `Seen: ${mismatch.observed}`,
      '',
      `Expected: ${mismatch.expected}`,
      '',
      `The rule, in our words: ${says} (${of.rows.map((row) => `\`${row}\``).join(', ')})`,
      '',
      ...(isService
        ? [
            'Steps, with the account in the environment (`run.sh` makes them and compares the statuses; names and ids are those of the run in which it was seen, and may have to be made anew):',
            '',
            '```sh',
            ...asked.map(
              ({ request }, i) => `${askingLine(request, i + 1)}   # status ${asked[i]?.answer?.status ?? 'none'}`,
            ),
            '```',
          ]
        : [
            '`exchange.json` holds each operation that the client was told, what the service answered, and what the client did; secrets are left out.',
          ]),
      '',
      'With srvspec it is seen again by',
      '',
      '```sh',
      wanted.replay,
      '```',
      '',
    ].join('\n'),
  };
}

function noting(partners: Partners, asked: Asked[], operated: Operated[], redactions: Redactions): Partners {
  return partnersOf({
    get api(): Endpoint {
      const { api } = partners;
      return {
        ask: async (request) => notedAsk(request, api.ask(request), asked),
        settled: async (request, good) => notedAsk(request, api.settled(request, good), asked),
        named: (label) => api.named(label),
        created: (of) => api.created(of),
        app: (label) => api.app(label),
        find: (place, json) => api.find(place, json),
      };
    },
    get client(): ClientUnderTest {
      const { client } = partners;
      return {
        run: async (operation, answer, account) => {
          const answers: Answering[] = [];
          const ended = await client.run(
            operation,
            (request, count) => {
              const given = answer(request, count);
              answers.push(given);
              return given;
            },
            account,
          );
          redactions.addSecrets(secretsOf(ended.account));
          operated.push({ operation, answers, run: ended });
          return ended;
        },
      };
    },
  });
}

async function notedAsk<T extends Asked['answer']>(
  request: Asked['request'],
  answer: Promise<T>,
  asked: Asked[],
): Promise<T> {
  const place = asked.push({ request, answer: undefined }) - 1;
  const came = await answer;
  asked[place] = { request, answer: came };
  return came;
}
