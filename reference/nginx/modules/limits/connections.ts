import { type Decision, declined } from '../../../host/support/phases.js';
import { withinBoth } from '../../../host/support/settings/block.js';
import { listSetting, type Statement } from '../../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, misused } from '../../../host/support/settings/error.js';
import { ListSetting } from '../../../host/support/settings/setting.js';
import type { HeldKey } from '../../../host/support/shared.js';
import { volatile } from '../../../host/variables/variables.js';
import type { HttpModule, StreamModule } from '../module.js';
import type { ModuleSubject, SubjectVariables } from '../subject.js';
import { limitSettings } from './settings.js';
import { checkZones, type DeclaredZone, declareZone, keyIn, LimitStatus } from './zones.js';

/** The parameters of `limit_conn`. */
interface ConnectionLimit extends ConfigurationPosition {
  readonly zone: string;
  readonly most: number;
}

const zones = new ListSetting<DeclaredZone>([]);
const limits = listSetting<ConnectionLimit>('limit_conn', withinBoth, readLimit, [], { arity: [2, 2] });
const { status, logLevel, dryRun } = limitSettings('limit_conn');

const variables: SubjectVariables = {
  limit_conn_status: volatile(({ main }) => main.kept(ConnectionStatus)?.text),
};

/** `limit_conn`: limits the number of requests in progress. */
export const limitConnectionsModule: HttpModule = {
  name: 'limit_conn',
  directives: [
    {
      name: 'limit_conn_zone',
      contexts: ['http', 'stream'],
      arity: [2, 2],
      read: (reading) => zones.add(reading.block, declareZone(reading)),
    },
    limits,
    status,
    logLevel,
    dryRun,
  ],
  variables,
  phases: [{ phase: 'preaccess', handle: (request) => limitConnections(request, status.of(request.block)) }],
  check: (http) => checkZones(http, limits, zones),
};

/** The status of a session above the limit. */
const unavailable = 503;

/** `limit_conn` of sessions, with the directives of requests. */
export const limitSessionsModule: StreamModule = {
  name: 'stream_limit_conn',
  directives: [],
  variables,
  phases: [{ phase: 'preaccess', handle: (session) => limitConnections(session, unavailable) }],
  check: (stream) => checkZones(stream, limits, zones),
};

/** The result for a request, kept once it was counted. */
class ConnectionStatus extends LimitStatus {}

/** The greatest number that a real host can count. */
const mostConnections = 65535;

function readLimit(words: readonly string[], { name, block, place }: Statement): readonly ConnectionLimit[] {
  const [zone = '', number = ''] = words;
  const most = /^\d{1,15}$/.test(number) ? Number(number) : 0;
  if (limits.own(block)?.some((limit) => limit.zone === zone) === true) throw misused(name, 'is duplicate', place);
  if (most === 0) throw new ConfigurationError(`invalid number of connections "${number}"`, place);
  if (most > mostConnections) throw new ConfigurationError('connection limit must be less 65536', place);
  return [{ zone, most, file: place.file, line: place.line }];
}

/** Counts a client's request once, including its subrequests, or a session. It is counted until it is logged. */
function limitConnections(subject: ModuleSubject, refusal: number): Decision<never> {
  const { block, main, environment } = subject;
  const all = limits.of(block);
  if (all.length === 0 || main.kept(ConnectionStatus) !== undefined) return declined;
  const keys = all.flatMap((limit) => keyOf(subject, limit));
  if (keys.length === 0) return declined;
  const verdict = environment.shared.hold(keys);
  if (verdict.kind === 'held') {
    main.cleanups.push(verdict.release);
    main.keep(new ConnectionStatus('PASSED'));
    return declined;
  }
  const isDry = dryRun.of(block);
  const what = `limiting connections${isDry ? ', dry run,' : ''}`;
  if (!verdict.isFull) subject.logLine(logLevel.of(block), `${what} by zone "${verdict.zone}"`);
  main.keep(new ConnectionStatus(isDry ? 'REJECTED_DRY_RUN' : 'REJECTED'));
  return isDry ? declined : { kind: 'refused', status: refusal };
}

/** The longest key in bytes; longer ones are ignored. */
const longestKey = 255;

function keyOf(subject: ModuleSubject, { zone: name, most }: ConnectionLimit): readonly HeldKey[] {
  const zone = zones.of(subject.block).find((one) => one.name === name);
  const key = zone === undefined ? undefined : keyIn(subject, zone, longestKey);
  return zone === undefined || key === undefined ? [] : [{ zone: { name, size: zone.size }, key, most }];
}
