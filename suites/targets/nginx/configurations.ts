/** Answers of a real host's `-t` to the small configurations. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConfigurationCase,
  configurationCases,
  type HostAnswer,
  lineOfCase,
  writeCorpusFiles,
} from '../support/configurations/corpus.js';
import { type AvailableHost, ended, readHost } from './hosts.js';

/** Runs a host for each case, one process each: for all cases, or for those that `some` selects. */
export async function answersOf(
  root: string,
  host: AvailableHost,
  some = (all: readonly ConfigurationCase[]): readonly ConfigurationCase[] => all,
): Promise<readonly (readonly [ConfigurationCase, HostAnswer])[]> {
  const { modules } = await readHost(host.nginx, { directory: host.modules });
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  try {
    mkdirSync(join(folder, 'logs'));
    writeCorpusFiles(root, folder);
    const answers: (readonly [ConfigurationCase, HostAnswer])[] = [];
    for (const one of some(configurationCases(root, modules))) {
      writeFileSync(join(folder, 'host.conf'), one.file);
      const argv = [...host.nginx, '-t', '-q', '-e', 'stderr', '-p', `${folder}/`, '-c', 'host.conf'];
      const { exit, stderr } = await ended(argv);
      const accepted = exit.kind === 'status' && exit.status === 0;
      answers.push([one, accepted ? { accepted } : complaintIn(stderr.text(), folder)]);
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most severe line, without the host's folder. */
function complaintIn(output: string, folder: string): HostAnswer {
  const line =
    /\[(?:emerg|crit|alert)\] (?:\d+#\d+: )?(.*)/.exec(output)?.[1]?.replaceAll(`${folder}/`, '') ?? output.trim();
  const place = /^(.*) in host\.conf:(\d+)$/.exec(line);
  if (place === null) return { accepted: false, says: line };
  return { accepted: false, ...lineOfCase(Number(place[2])), says: place[1] ?? '' };
}
