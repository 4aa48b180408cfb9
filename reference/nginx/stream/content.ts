import type { StreamDecision, StreamPhaseHandler } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { answered, declined } from '../../host/support/phases.js';
import { contentBy } from './content-by.js';
import { returnedText } from './directives.js';

/** What answers a session by itself. */
export const contentHandlers: readonly StreamPhaseHandler[] = [{ phase: 'content', handle: returnText }];

function returnText(session: StreamSession): StreamDecision {
  const template = returnedText.of(session.block);
  if (template === undefined || contentBy.of(session.block) !== 'return') return declined;
  session.doing = 'returning text';
  const bytes = Buffer.from(session.variables.evaluate(template), 'latin1');
  const isSent = bytes.length === 0 || session.output.write('download', { bytes, last: true, flush: false });
  if (!isSent) return { kind: 'refused', status: 500 };
  session.status = 200;
  return answered;
}
