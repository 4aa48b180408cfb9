import type { HttpPhaseHandler } from '../../../host/http/phases.js';
import { type Decision, declined, passed } from '../../../host/support/phases.js';
import { withinBoth } from '../../../host/support/settings/block.js';
import type { DirectiveRule, Statement } from '../../../host/support/settings/directive.js';
import { invalidParameter } from '../../../host/support/settings/error.js';
import { ListSetting } from '../../../host/support/settings/setting.js';
import { word } from '../../../host/support/settings/values.js';
import { bitsOf, isWithin, networkOf } from '../../core/network.js';
import type { HttpModule, StreamModule } from '../module.js';
import type { ModuleSubject } from '../subject.js';
import { authDelay, checkedBy, denied, satisfy } from './satisfy.js';

/** `allow` or `deny`, and the clients that it applies to. */
interface AddressRule {
  readonly grants: boolean;
  readonly holdsFor: (address: string) => boolean;
}

/** In the order of the configuration: the first rule for a client applies. */
const rules = new ListSetting<AddressRule>([]);

/** `allow` and `deny`, the host's own access checkers. Those of scripts run before them. */
export const accessModule: HttpModule = {
  name: 'access',
  directives: [satisfy, authDelay, addressRule('allow', true), addressRule('deny', false)],
  phases: [
    { phase: 'access', handle: checkAddress },
    { phase: 'post-access', handle: denied },
  ],
};

/** The same for sessions, with the directives of requests. */
export const accessOfSessions: StreamModule = {
  name: 'stream_access',
  directives: [],
  phases: [{ phase: 'access', handle: checkAddress }],
};

/** Access checkers make a decision about a request; the directive `satisfy` combines the decisions. */
export function asInItsPhase({ phase, handle }: HttpPhaseHandler): HttpPhaseHandler {
  return { phase, handle: phase === 'access' ? checkedBy(handle) : handle };
}

function addressRule(name: string, grants: boolean): DirectiveRule {
  const read = (reading: Statement) => rules.add(reading.block, { grants, holdsFor: clients(reading) });
  return { name, contexts: [...withinBoth, 'limit_except'], arity: [1, 1], read };
}

function clients({ words, place, warn }: Statement): AddressRule['holdsFor'] {
  const text = word(words);
  if (text === 'all') return () => true;
  if (text === 'unix:') return (address) => address === 'unix:';
  const network = networkOf(text);
  if (network === undefined) throw invalidParameter(text, place);
  if (network.hasFurtherBits) warn(`low address bits of ${text} are meaningless`);
  return (client) => {
    const bits = bitsOf(client);
    return bits !== undefined && isWithin(bits, network);
  };
}

/** Finds the rule for the client's address; without one there is no decision. */
function checkAddress(subject: ModuleSubject): Decision<never> {
  const { remoteAddress } = subject.client;
  const rule = rules.of(subject.block).find(({ holdsFor }) => holdsFor(remoteAddress));
  if (rule === undefined) return declined;
  if (rule.grants) return passed;
  if (satisfy.of(subject.block) === 'all') subject.logLine('error', 'access forbidden by rule');
  return { kind: 'refused', status: 403 };
}
