import type { StreamDecision, StreamPart } from '../../../host/stream/phases.js';
import type { StreamSession } from '../../../host/stream/session.js';
import { byteStringOf } from '../../../host/support/byte-string.js';
import { declined } from '../../../host/support/phases.js';
import type { Block } from '../../../host/support/settings/block.js';
import { ConfigurationError } from '../../../host/support/settings/error.js';
import type { StreamModule } from '../../modules/module.js';
import { proxySettings } from '../../proxy/directives.js';
import { TlsContexts } from '../../proxy/tls.js';
import { PeerSelection } from '../../upstream/group.js';
import { chooseIn, type PassedPlace, Upstreams } from '../../upstream/upstreams.js';
import { contentBy } from '../directives.js';
import { fixedPlace, placeIn, type SessionPass, sessionProxySettings } from './directives.js';
import { PassedSession } from './passing.js';
import { upstreamVariables } from './record.js';

/** `proxy_pass` of sessions; {@link sessionProxying} prepares it for a configuration. */
export const sessionProxyModule: StreamModule = {
  name: 'stream_proxy',
  directives: Object.values(sessionProxySettings),
  variables: upstreamVariables,
};

const failed = { kind: 'refused', status: 500 } as const;

/** Prepares the upstream servers of a `stream` block. Throws ConfigurationError if a name or a certificate is unknown. */
export async function sessionProxying(stream: Block): Promise<StreamPart> {
  const upstreams = await Upstreams.of(stream, fixedPlace);
  const tls = new TlsContexts(stream, (block) =>
    sessionProxySettings.pass.of(block) !== undefined && sessionProxySettings.encrypts.of(block) ? 'always' : 'never',
  );
  const handle = (session: StreamSession) => {
    const configured = sessionProxySettings.pass.of(session.block);
    const isMeant = configured !== undefined && contentBy.of(session.block) === 'proxy_pass';
    return isMeant ? pass(session, configured, upstreams, tls) : declined;
  };
  return { phases: [{ phase: 'content', handle }] };
}

async function pass(
  session: StreamSession,
  configured: SessionPass,
  upstreams: Upstreams,
  tls: TlsContexts,
): Promise<StreamDecision> {
  session.passes = true;
  session.doing = undefined;
  const place = placeOf(session, configured, upstreams);
  const group = typeof place === 'string' ? place : await upstreams.groupFor(session, place);
  if (typeof place === 'string' || typeof group === 'string') return without(session, String(group));
  const selection = new PeerSelection(group, chooseIn(group, session), proxySettings.nextTries.of(session.block));
  try {
    const secure = sessionProxySettings.encrypts.of(session.block) ? tls.secure(session, group.name) : undefined;
    return await new PassedSession(session, { group, selection, secure }).run();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return without(session, error.message);
  }
}

function placeOf({ variables }: StreamSession, configured: SessionPass, upstreams: Upstreams): PassedPlace | string {
  return configured.kind === 'fixed'
    ? configured
    : placeIn(variables.evaluate(configured.template), (name) => upstreams.isDeclared(name));
}

function without(session: StreamSession, complaint: string): StreamDecision {
  session.logLine('error', byteStringOf(complaint));
  return failed;
}
