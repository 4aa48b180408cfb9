import type { HttpDecision } from '../../../host/http/phases.js';
import type { HttpRequest } from '../../../host/http/request.js';
import type { LogLevel } from '../../../host/logging/error-log.js';
import type { Eventual } from '../../../host/support/eventual.js';
import { declined } from '../../../host/support/phases.js';
import { withinHttp } from '../../../host/support/settings/block.js';
import { listSetting, type Statement } from '../../../host/support/settings/directive.js';
import {
  ConfigurationError,
  type ConfigurationPosition,
  invalidParameter,
  misused,
} from '../../../host/support/settings/error.js';
import { ListSetting } from '../../../host/support/settings/setting.js';
import type { LimitedKey } from '../../../host/support/shared.js';
import { volatile } from '../../../host/variables/variables.js';
import type { HttpModule } from '../module.js';
import { waitFor } from '../waiting.js';
import { limitSettings } from './settings.js';
import { checkZones, type DeclaredZone, declareZone, keyIn, LimitStatus } from './zones.js';

/** The parameters of `limit_req`. */
interface RequestLimit extends ConfigurationPosition {
  readonly zone: string;
  /** Thousandths of requests. */
  readonly burst: number;
  readonly delay: number;
}

interface RateZone extends DeclaredZone {
  /** Thousandths of requests a second. */
  readonly rate: number;
}

const rateZones = new ListSetting<RateZone>([]);
const limits = listSetting<RequestLimit>('limit_req', withinHttp, readLimit, [], { arity: [1, 3] });
const { status, logLevel, dryRun } = limitSettings('limit_req');

/** `limit_req`: limits the rate of requests. */
export const limitRequestsModule: HttpModule = {
  name: 'limit_req',
  directives: [
    { name: 'limit_req_zone', contexts: ['http'], arity: [3, 3], read: readZone },
    limits,
    status,
    logLevel,
    dryRun,
  ],
  variables: { limit_req_status: volatile(({ main }) => main.kept(RequestStatus)?.text) },
  phases: [{ phase: 'preaccess', handle: limitRequest }],
  check: (http) => checkZones(http, limits, rateZones),
};

/** The result for a request, kept once it was checked. */
class RequestStatus extends LimitStatus {}

function readZone(reading: Statement): void {
  const { block, place } = reading;
  let rate = 1000;
  const zone = declareZone(reading, (word) => {
    if (!word.startsWith('rate=')) return false;
    const [, number = '', per] = /^rate=(\d+)(r\/s|r\/m)?$/.exec(word) ?? [];
    if (!(Number(number) > 0)) throw new ConfigurationError(`invalid rate "${word}"`, place);
    rate = Math.floor((Number(number) * 1000) / (per === 'r/m' ? 60 : 1));
    return true;
  });
  rateZones.add(block, { ...zone, rate });
}

function readLimit(words: readonly string[], { name, block, place }: Statement): readonly RequestLimit[] {
  const positive = (what: string, word: string) => {
    const value = word.slice(what.length + 1);
    if (!/^\d+$/.test(value) || Number(value) === 0)
      throw new ConfigurationError(`invalid ${what} value "${word}"`, place);
    return Number(value) * 1000;
  };
  const draft = { zone: '', burst: 0, delay: 0 };
  for (const word of words) {
    if (word.startsWith('zone=')) draft.zone = word.slice('zone='.length);
    else if (word.startsWith('burst=')) draft.burst = positive('burst', word);
    else if (word.startsWith('delay=')) draft.delay = positive('delay', word);
    else if (word === 'nodelay') draft.delay = Number.POSITIVE_INFINITY;
    else throw invalidParameter(word, place);
  }
  if (draft.zone === '') throw new ConfigurationError(`"${name}" must have "zone" parameter`, place);
  if (limits.own(block)?.some(({ zone }) => zone === draft.zone) === true) throw misused(name, 'is duplicate', place);
  return [{ ...draft, file: place.file, line: place.line }];
}

/** Checks a client's request once, including its subrequests. */
function limitRequest(request: HttpRequest): Eventual<HttpDecision> {
  const { block, main, environment } = request;
  const all = limits.of(block);
  if (all.length === 0 || main.kept(RequestStatus) !== undefined) return declined;
  const keys = all.flatMap((limit) => keyOf(request, limit));
  if (keys.length === 0) return declined;
  const isDry = dryRun.of(block);
  const note = (text: string) => main.keep(new RequestStatus(isDry ? `${text}_DRY_RUN` : text));
  const log = (level: LogLevel, what: string, { excess, zone }: { readonly excess: number; readonly zone: string }) => {
    const amount = `${Math.floor(excess / 1000)}.${String(excess % 1000).padStart(3, '0')}`;
    request.logLine(level, `${what}, excess: ${amount}${level === logLevel.of(block) ? '' : ','} by zone "${zone}"`);
  };
  const verdict = environment.shared.limit(keys);
  switch (verdict.kind) {
    case 'passed':
      main.keep(new RequestStatus('PASSED'));
      return declined;
    case 'full':
      request.log('alert', `could not allocate node in limit_req zone "${verdict.zone}"`);
      note('REJECTED');
      return isDry ? declined : { kind: 'refused', status: status.of(block) };
    case 'rejected':
      log(logLevel.of(block), `limiting requests${isDry ? ', dry run' : ''}`, verdict);
      note('REJECTED');
      return isDry ? declined : { kind: 'refused', status: status.of(block) };
    case 'delayed':
      log(milder(logLevel.of(block)), `delaying request${isDry ? ', dry run' : ''}`, verdict);
      note('DELAYED');
      return isDry ? declined : waitFor(request, verdict.milliseconds);
  }
}

/** The longest key in bytes; longer ones are ignored. */
const longestKey = 65535;

function keyOf(request: HttpRequest, { zone: name, burst, delay }: RequestLimit): readonly LimitedKey[] {
  const zone = rateZones.of(request.block).find((one) => one.name === name);
  const key = zone === undefined ? undefined : keyIn(request, zone, longestKey);
  if (zone === undefined || key === undefined) return [];
  const { size, rate } = zone;
  return [{ zone: { name, size, rate }, key, burst, delay }];
}

const levels: readonly LogLevel[] = ['error', 'warn', 'notice', 'info'];

/** Delays are logged one level below rejections. */
function milder(level: LogLevel): LogLevel {
  return levels[levels.indexOf(level) + 1] ?? 'debug';
}
