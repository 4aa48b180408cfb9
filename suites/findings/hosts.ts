/** The hosts of the findings: every unpacked release, as a server and as a command line. */
import type { Target } from '../executor/target.js';
import { cliSetting, type HostProgram, nginxSetting } from '../reproducers/setting.js';
import { cliTarget } from '../targets/cli/cli.js';
import { nginxTarget } from '../targets/nginx/nginx.js';
import { type ReleaseRun, releaseRuns } from '../targets/nginx/release-runs.js';

export interface FindingHost {
  /** Name for files, for example `nginx-sid-qjs`. */
  readonly key: string;
  readonly isNewest: boolean;
  readonly target: Target;
  /** The command that starts its program by hand; absent for a server. */
  readonly command?: string;
  /** Arguments of `run` that name it. */
  readonly options: readonly string[];
  setting(): Promise<HostProgram>;
}

/** The newest release and engine first; for each the command line first, which needs least to show a fault. */
export const findingHosts = (packageRoot: string): readonly FindingHost[] =>
  [...releaseRuns(packageRoot)].reverse().flatMap((run) => [...commandLineOf(run), serverOf(run)]);

const serverOf = ({ name, isNewest, server, serverArguments }: ReleaseRun): FindingHost => ({
  key: `nginx-${name}`,
  isNewest,
  target: nginxTarget(server),
  options: serverArguments,
  setting: () => nginxSetting(server, true),
});

function commandLineOf({ name, isNewest, commandLine }: ReleaseRun): readonly FindingHost[] {
  if (commandLine === undefined) return [];
  const { here: command, typed } = commandLine;
  return [
    {
      key: `cli-${name}`,
      isNewest,
      command: `${typed} script.js`,
      target: cliTarget({ command }),
      options: ['--target', `cli:${command}`],
      setting: () => cliSetting(command, true),
    },
  ];
}
