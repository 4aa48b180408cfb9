import type { Location } from '../../host/http/server.js';
import type { ErrorLog } from '../../host/logging/error-log.js';
import type { PeriodicSource, PeriodicTask } from '../../host/periodic/run.js';
import { isCalledBy, periodics } from '../../host/support/scripting/periodics.js';
import type { RealmPools } from '../../host/support/scripting/realm-pools.js';
import type { Block } from '../../host/support/settings/block.js';
import type { HttpService } from '../http/service.js';
import type { ListeningServer } from '../servers/servers.js';
import type { StreamService } from '../stream/service.js';

/** What the tasks of one worker need besides the configuration. */
export interface TaskSurroundings {
  readonly worker: number;
  readonly pools: RealmPools;
  readonly logOf: (block: Block) => ErrorLog;
}

/** The periodic handlers of HTTP locations that this worker calls. */
export function httpTasks(
  servers: readonly ListeningServer[],
  service: HttpService,
  surroundings: TaskSurroundings,
): readonly PeriodicTask[] {
  return servers.flatMap((server) =>
    server.locations.flatMap(within).flatMap((location) => {
      const source: PeriodicTask['source'] = (callVariable) => {
        const request = service.unsent(server, location);
        request.scripts = { callVariable };
        return request;
      };
      return tasksOf('http', location.block, source, surroundings);
    }),
  );
}

/** The periodic handlers of stream servers that this worker calls. */
export function streamTasks(
  servers: readonly Block[],
  service: StreamService,
  surroundings: TaskSurroundings,
): readonly PeriodicTask[] {
  return servers.flatMap((server) => {
    const source: PeriodicTask['source'] = (callVariable): PeriodicSource => {
      const session = service.unsent(server);
      session.callHandler = callVariable;
      return session;
    };
    return tasksOf('stream', server, source, surroundings);
  });
}

function tasksOf(
  protocol: PeriodicTask['protocol'],
  block: Block,
  source: PeriodicTask['source'],
  { worker, pools, logOf }: TaskSurroundings,
): readonly PeriodicTask[] {
  return periodics
    .of(block)
    .filter((periodic) => isCalledBy(worker, periodic))
    .map((periodic) => ({ protocol, periodic, block, pools, log: logOf(block), source }));
}

/** A location and all locations inside it. */
function within(location: Location): readonly Location[] {
  return [location, ...location.locations.flatMap(within)];
}
