import type { HttpRequest } from '../../host/http/request.js';
import { wireOf } from './settings.js';

/** Whether the configuration allows that a connection stays open after a request. */
export function mayGoOn({ block, arrival, headersIn, started }: HttpRequest): boolean {
  const { keepAliveTimeout, keepAliveRequests, keepAliveTime, keepAliveDisable } = wireOf(block);
  if (keepAliveTimeout.milliseconds === 0) return false;
  if (arrival.requestsOfClient >= keepAliveRequests) return false;
  if (started - arrival.client.since > keepAliveTime) return false;
  const agent = headersIn.first('user-agent');
  if (agent === undefined) return true;
  if (keepAliveDisable.includes('msie6') && arrival.method === 'POST' && isOldExplorer(agent)) return false;
  return !keepAliveDisable.includes('safari') || !isMacSafari(agent);
}

/** Version 6 before its service pack 2, and older versions. */
function isOldExplorer(agent: string): boolean {
  const version = /MSIE ([456])\../.exec(agent)?.[1];
  if (version === undefined || agent.includes('Opera')) return false;
  return version !== '6' || !agent.includes('SV1');
}

function isMacSafari(agent: string): boolean {
  return agent.includes('Mac OS X') && agent.includes('Safari/') && !/Chrome\/|Gecko\/|MSIE |Opera/.test(agent);
}
