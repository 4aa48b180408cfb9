import type { StreamDecision, StreamPart } from '../../stream/phases.js';
import type { StreamSession } from '../../stream/session.js';
import { declined, passed } from '../../support/phases.js';
import type { RealmPools } from '../../support/scripting/realm-pools.js';
import { withinStream } from '../../support/settings/contexts.js';
import { type DirectiveRule, setting } from '../../support/settings/directive.js';
import { word } from '../../support/settings/values.js';
import { SubjectScripts } from '../subject-scripts.js';
import { PhaseCode, sessionPort } from './session-port.js';

const accessHandler = setting<string | undefined>('js_access', withinStream, word, undefined);

/** Directives that call handlers with sessions. */
export const streamScriptDirectives: readonly DirectiveRule[] = [accessHandler];

/** What scripts do in the phases of sessions. */
export function streamScripting(pools: RealmPools): StreamPart {
  const scripts = new SessionScripts(pools);
  return {
    phases: [
      { phase: 'post-accept', handle: (session) => scripts.begin(session) },
      { phase: 'access', handle: (session) => scripts.access(session) },
    ],
  };
}

/** The scripts of one session, and what they decide. */
interface Scripted {
  readonly scripts: SubjectScripts;
  readonly code: PhaseCode;
}

class SessionScripts {
  readonly #pools: RealmPools;
  readonly #sessions = new WeakMap<StreamSession, Scripted>();

  constructor(pools: RealmPools) {
    this.#pools = pools;
  }

  async begin(session: StreamSession): Promise<StreamDecision> {
    const { server } = session.arrival;
    if (accessHandler.of(server) === undefined && server.scope?.callsHandlers !== true) return declined;
    const code = new PhaseCode();
    const scripts = new SubjectScripts(this.#pools, session, { kind: 'stream', port: sessionPort(session, code) });
    this.#sessions.set(session, { scripts, code });
    session.callHandler = (handler) => scripts.callVariable(handler);
    session.cleanups.push(() => scripts.close());
    await scripts.prepare(server);
    return declined;
  }

  async access(session: StreamSession): Promise<StreamDecision> {
    const handler = accessHandler.of(session.arrival.server);
    const scripted = this.#sessions.get(session);
    if (handler === undefined || scripted === undefined) return declined;
    const { scripts, code } = scripted;
    code.open();
    const ended = await scripts.run(handler);
    await nextTurn();
    const decided = code.close();
    return ended === 'ended' ? decisionOf(decided) : { kind: 'refused', status: 500 };
  }
}

/** 2/stream-session-methods/s-done: what a code means. A handler that decides nothing fails the session. */
function decisionOf(code: number | undefined): StreamDecision {
  switch (code) {
    case 0:
      return passed;
    case -5:
      return declined;
    default:
      return { kind: 'refused', status: code !== undefined && code >= 400 ? code : 500 };
  }
}

/** Whoever reads the log after the session's answer finds all of it: Node tells late of promises that nobody handles. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
