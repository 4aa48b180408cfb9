/** A reproducer about a service or a client: the exchange with it, observed once. */
import { observeAlone, trialAt } from '../executor/confirming.js';
import { judge, type Mismatch, mismatchOf } from '../executor/judge.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { API_IDENTITY, type Driver } from '../executor/target.js';
import type { Partners } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import { ClientRecording, clientFiles, operationLines } from './client-reproducer.js';
import { NotAlone } from './configuration.js';
import { type PlayedAccount, secretsIn } from './playing/service-play.js';
import { PLAY_FILE, playText } from './playing/text.js';
import { fenced, violating } from './readme.js';
import { NothingWrong, type Wanted } from './reproducer.js';
import { askingLines, bodyFiles, type RightService, ServiceRecording, serviceFiles } from './service-reproducer.js';
import type { WrittenFiles } from './trying.js';

export type WantedExchange = Pick<
  Wanted,
  'of' | 'seed' | 'path' | 'says' | 'driver' | 'replay' | 'targetName' | 'known'
>;

/** Parts of what a recording of a service and of a client have alike. */
interface Recorder {
  of(partners: Partners): Partners;
}

/** About a service; a text alone where no script can ask the same. Nothing of the account that it is asked with stands in a file. Rejects with `NothingWrong`. */
export async function serviceReproducer(
  wanted: WantedExchange,
  own: PlayedAccount,
  right: RightService | undefined,
): Promise<WrittenFiles> {
  const recording = new ServiceRecording();
  const mismatch = await wrongIn(wanted, recording);
  const lengths = { clientId: own.clientId.length, apiKey: own.apiKey.length };
  const byHand = [
    'By hand, with names and ids as they were when it was seen:',
    '',
    ...fenced(askingLines(recording).join('\n'), 'sh'),
  ];
  const bodies = bodyFiles(recording);
  try {
    const files = await serviceFiles(recording, secretsIn(own), right, lengths);
    const creates = recording.asked.filter(({ request }) => request.method === 'POST').length;
    const steps = [
      'Run `sh run.sh` with the account in the environment: `SRVSPEC_BASE_URL`, which ends in the version, `SRVSPEC_CLIENT_ID` and `SRVSPEC_API_KEY`. It sends the service the same requests again, with new names, and needs a shell and Node. It exits with 0 if the fault is there, 1 if it is not, and 2 if it cannot decide: the answers are then neither those recorded here nor correct ones.',
      ...(creates === 0
        ? []
        : [`It sends ${creates} POST requests, which may create records: use an account made for testing.`]),
    ];
    return withReadme(wanted, mismatch, { ...files, ...bodies, [PLAY_FILE]: playText('service-play.js') }, [
      ...steps,
      '',
      ...byHand,
    ]);
  } catch (error) {
    if (!(error instanceof NotAlone)) throw error;
    return withReadme(wanted, mismatch, bodies, [`No script shows it: ${error.message}.`, '', ...byHand]);
  }
}

/** About a client, with its command. `right` is another that is right about most. */
export async function clientReproducer(
  wanted: WantedExchange,
  command: string,
  right: { readonly driver: Driver; readonly command: string },
): Promise<WrittenFiles> {
  const recording = new ClientRecording();
  const mismatch = await wrongIn(wanted, recording);
  const other = new ClientRecording();
  if ((await mismatchIn({ ...wanted, driver: right.driver }, other)) !== undefined)
    throw new NotAlone("the reference's client does not do right what this one does wrong");
  const files = await clientFiles(recording, command, { recording: other, command: right.command });
  return withReadme(wanted, mismatch, { ...files, [PLAY_FILE]: playText('client-play.js') }, [
    'Run `sh run.sh`: it exits with 0 if the fault is there, 1 if it is not, and 2 if it cannot decide; `CLIENT` sets another command of the client. It needs a shell and Node. It starts a service that answers as in `exchange.json`, and runs these commands of the client with its URL and an invented account:',
    '',
    ...fenced(operationLines(recording).join('\n'), 'sh'),
  ]);
}

async function wrongIn(wanted: WantedExchange, recording: Recorder): Promise<Mismatch> {
  const { of } = wanted;
  const mismatch = await mismatchIn(wanted, recording);
  if (mismatch === undefined || mismatch.reason === 'unobservable')
    throw new NothingWrong(mismatch === undefined ? `${of.id} is right here` : mismatch.observed);
  if (judge(of.strength, mismatch, undefined).verdict === 'recorded')
    throw new NothingWrong(`the documents leave open what ${of.id} is about`);
  return mismatch;
}

async function mismatchIn(
  { of, seed, path, driver }: Pick<WantedExchange, 'of' | 'seed' | 'path' | 'driver'>,
  recording: Recorder,
): Promise<Mismatch | undefined> {
  const trial = trialAt(of, seed, path);
  if (trial?.hold === undefined)
    throw new NothingWrong(
      path === undefined ? `no input of ${of.id} is wrong here` : `there is no input at path ${path}`,
    );
  const { hold } = trial;
  const noted: Trial = { ...trial, hold: (partners) => hold(recording.of(partners)) };
  const alone = { identity: API_IDENTITY, deadlines: DEFAULT_DEADLINES };
  return mismatchOf(trial, await observeAlone(driver, of, noted, alone));
}

function withReadme(
  wanted: WantedExchange,
  mismatch: Mismatch,
  files: WrittenFiles,
  steps: readonly string[],
): WrittenFiles {
  const { of, seed, path, targetName } = wanted;
  const versions = {
    srvspec: PACKAGE_VERSION,
    target: targetName,
    case: of.id,
    seed,
    ...(path !== undefined && { path }),
  };
  return {
    ...files,
    'versions.json': `${JSON.stringify(versions, null, 2)}\n`,
    'README.md': readmeOf(wanted, mismatch, steps),
  };
}

function readmeOf(
  { of, says, replay, known }: WantedExchange,
  { reason, observed, expected }: Mismatch,
  steps: readonly string[],
): string {
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
    ...steps,
    '',
    '### Expected behavior',
    '',
    expected,
    '',
    `The rule, in our words: ${says} (document 1, ${of.rows.map((row) => `\`${row}\``).join(', ')})`,
    '',
    '### Additional context',
    '',
    `Written by srvspec ${PACKAGE_VERSION} from \`${of.id}\`. With srvspec it is seen again by`,
    '',
    ...fenced(replay),
    '',
  ].join('\n');
}
