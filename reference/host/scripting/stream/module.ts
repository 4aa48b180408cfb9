/** 2/stream-session-object/p1: handlers of scripts for sessions. */
import type { Flow } from '../../../port/stream-session.js';
import type { StreamBuffer, StreamOutput } from '../../stream/output.js';
import type { Again, StreamDecision, StreamPart } from '../../stream/phases.js';
import type { StreamSession } from '../../stream/session.js';
import { continueWith, type Eventual } from '../../support/eventual.js';
import { declined } from '../../support/phases.js';
import type { RealmPools } from '../../support/scripting/realm-pools.js';
import {
  callsStreamHandlers,
  filterHandler,
  prereadHandler,
  streamAccessHandler,
} from '../../support/scripting/stream-settings.js';
import { SessionScript } from './session-script.js';

/** The handlers of scripts in the phases of sessions, and their filters. */
export function streamScripting(pools: RealmPools): StreamPart {
  return {
    phases: [
      { phase: 'post-accept', handle: (session) => begin(session, pools) },
      { phase: 'access', handle: access },
    ],
    preread: [preread],
    filters: [filtered],
  };
}

/** Realms are expensive: sessions whose server calls no handler get none. */
function begin(session: StreamSession, pools: RealmPools): Eventual<StreamDecision> {
  if (!callsStreamHandlers.of(session.block)) return declined;
  const script = new SessionScript(pools, session);
  session.keep(script);
  session.callHandler = (handler) => script.scripts.callVariable(handler);
  session.cleanups.push(() => script.close());
  return continueWith(script.prepare(), () => declined);
}

function access(session: StreamSession): Eventual<StreamDecision> {
  const handler = streamAccessHandler.of(session.block);
  return handler === undefined ? declined : (session.kept(SessionScript)?.access(handler) ?? declined);
}

function preread(session: StreamSession): Eventual<StreamDecision | Again> {
  const handler = prereadHandler.of(session.block);
  return handler === undefined ? declined : (session.kept(SessionScript)?.preread(handler) ?? declined);
}

function filtered(session: StreamSession, next: StreamOutput): StreamOutput {
  const handler = filterHandler.of(session.block);
  const script = session.kept(SessionScript);
  return handler === undefined || script === undefined ? next : new ScriptedStreamOutput(script, handler, next);
}

/** Lets the scripts of a session inspect and change data. */
class ScriptedStreamOutput implements StreamOutput {
  readonly #script: SessionScript;
  readonly #handler: string;
  readonly #next: StreamOutput;
  #hasBegun = false;

  constructor(script: SessionScript, handler: string, next: StreamOutput) {
    this.#script = script;
    this.#handler = handler;
    this.#next = next;
  }

  write(flow: Flow, buffer: StreamBuffer): boolean {
    this.#hasBegun ||= this.#script.beginFilter(this.#handler, this.#next);
    return this.#hasBegun && this.#script.filter(flow, buffer, this.#next);
  }
}
