/** A folder about a client: what it was told and answered, so that it can be told and answered the same again. */
import type { Answering, ClientUnderTest, Operation } from '../language/client-under-test.js';
import type { Partners } from '../language/partners.js';
import { argumentsOf } from '../targets/client/client-run.js';
import { partnersOf } from '../targets/support/partners.js';
import { shellWord } from '../targets/support/shell-word.js';
import { NotAlone } from './configuration.js';
import { type ClientAnswer, type Operating, playClient } from './playing/client-play.js';
import { exchangeText } from './playing/written.js';
import { compared, serviceRun } from './service-run.js';
import { orElse } from './shell-parts.js';
import type { WrittenFiles } from './trying.js';

interface Told {
  readonly operation: Operation;
  readonly account: Operating['account'];
  readonly answers: Answering[];
}

/** What a conversation had a client do. */
export class ClientRecording {
  readonly told: Told[] = [];

  of(partners: Partners): Partners {
    const recording = this;
    return partnersOf({
      get client(): ClientUnderTest {
        const { client } = partners;
        return {
          run: (operation, answer, account) => {
            const { clientId, apiKey } = account ?? {};
            const own = { ...(clientId !== undefined && { clientId }), ...(apiKey !== undefined && { apiKey }) };
            const one: Told = { operation, account: Object.keys(own).length === 0 ? undefined : own, answers: [] };
            recording.told.push(one);
            const noted: typeof answer = (request, count) => {
              const given = answer(request, count);
              one.answers.push(given);
              return given;
            };
            return client.run(operation, noted, account);
          },
        };
      },
    });
  }
}

/** Its files but the README. `right` is what a right client was told, and its command. */
export async function clientFiles(
  wrong: ClientRecording,
  command: string,
  right: { readonly recording: ClientRecording; readonly command: string },
): Promise<WrittenFiles> {
  const operations = operationsOf(wrong, right.recording);
  const told = compared({
    wrong: await playClient({ operations }, command),
    right: [await playClient({ operations }, right.command)],
  });
  const needs = [
    '# CLIENT: the command that runs the client, as a shell reads it.',
    `export CLIENT=${orElse('CLIENT', command)}`,
  ];
  return {
    'run.sh': serviceRun(needs, told),
    'exchange.json': exchangeText({ compared: told.names, operations }),
    'actual.txt': told.actual,
    ...(told.expected !== undefined && { 'expected.txt': told.expected }),
  };
}

/** What the client is to be told again. Throws `NotAlone` where that is nothing. */
export function operationsOf(wrong: ClientRecording, right: ClientRecording | undefined): readonly Operating[] {
  const operations = wrong.told.map((one, i): Operating => {
    const other = right?.told[i];
    // A client that asks less often is told less of what there is to answer.
    const answers = other !== undefined && other.answers.length > one.answers.length ? other.answers : one.answers;
    return {
      args: argumentsOf(one.operation),
      ...(one.account !== undefined && { account: one.account }),
      answers: answers.slice(0, MOST_ANSWERS).map(givenOf),
    };
  });
  if (operations.length === 0) throw new NotAlone('the client gets no operation');
  return operations;
}

/** Behind them the last is given again and again. */
const MOST_ANSWERS = 50;

/** As the recording service sends it, see `suites/targets/client/recording-service.ts`. */
function givenOf({ status = 200, headers = {}, json, text, bytes, redirect, ...how }: Answering): ClientAnswer {
  if (redirect !== undefined)
    return { status: redirect, headers: { 'content-type': 'text/html' }, body: '<p>Moved.</p>', redirect: true };
  const body = bytes === undefined ? Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json))) : bytes;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { delayMs, cutAfter, reset, framing } = how;
  return {
    ...{ status, headers: { ...type, ...given }, body: Buffer.from(body).toString('latin1') },
    ...(delayMs !== undefined && { delayMs }),
    ...(cutAfter !== undefined && { cutAfter }),
    ...(framing !== undefined && { framing }),
    ...(reset === true && { reset }),
  };
}

/** What is told by hand. */
export const operationLines = ({ told }: ClientRecording): string[] =>
  told.map(({ operation }) => ['"$CLIENT"', ...argumentsOf(operation).map(shellWord)].join(' '));
