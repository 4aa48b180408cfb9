import type { FileSystemPort, StatsPort, SystemOutcome } from '../../../port/file-system.js';
import { bytesOfUnits } from '../../support/byte-strings.js';
import { allocate } from '../../support/bytes.js';
import { isTrue, mapped, OwnTypeError } from '../../support/intrinsics.js';
import { type FilePath, modeOf, pathOf } from './arguments.js';
import type { MakeDirent } from './dirent.js';
import type { Action, Operations } from './operation.js';
import { nameForm, type OptionReader, optionsOf, optionsOrEncoding, optionsOrMode } from './options.js';
import { done } from './outcome.js';
import type { MakeStats } from './stats.js';

/** 3/file-system-module/mkdir-sync: the default mode of a new directory, before the umask. */
const newFolder = 0o777;

/** Operations on paths. */
export const pathOperations = (port: FileSystemPort, makeStats: MakeStats, makeDirent: MakeDirent): Operations => ({
  ...inspectingOperations(port, makeStats),
  ...readingOperations(port, makeDirent),
  ...changingOperations(port),
});

/** `throws`: a missing file is an error, unless an option says otherwise. */
function inspecting(
  makeStats: MakeStats,
  inspect: (path: Uint8Array) => SystemOutcome<StatsPort>,
  { bytes, text }: FilePath,
  option: OptionReader,
  byDefault: boolean,
): Action {
  const given = option('throwIfNoEntry');
  const throws = given === undefined ? byDefault : isTrue(given);
  if (isTrue(option('bigint'))) throw new OwnTypeError('"bigint" is not supported');
  return () => {
    const outcome = inspect(bytes);
    return !throws && isMissing(outcome) ? undefined : makeStats(done(outcome, text));
  };
}

const inspectingOperations = (port: FileSystemPort, makeStats: MakeStats): Operations => ({
  /** 3/file-system-module/access-sync */
  access(path: unknown, mode?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const wanted = accessOf(mode);
    return () => done(port.access(bytes, wanted), text);
  },

  /** 3/file-system-module/lstat-sync */
  lstat: (path: unknown, options?: unknown) =>
    inspecting(makeStats, port.lstat, pathOf('path', path), optionsOf(options), false),

  /** 3/file-system-module/stat-sync */
  stat: (path: unknown, options?: unknown) =>
    inspecting(makeStats, port.stat, pathOf('path', path), optionsOf(options), true),
});

/** Operations that read links and directories. */
const readingOperations = (port: FileSystemPort, makeDirent: MakeDirent): Operations => ({
  /** 3/file-system-module/readdir-sync */
  readdir(path: unknown, options?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const option = optionsOrEncoding(options);
    const form = nameForm(option('encoding'));
    const withFileTypes = isTrue(option('withFileTypes'));
    return () =>
      mapped(done(port.readdir(bytes), text), (entry) => {
        const name = form(bytesOfUnits(entry.name));
        return withFileTypes ? makeDirent(name, entry.type) : name;
      });
  },

  /** 3/file-system-module/readlink-sync */
  readlink(path: unknown, options?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const form = nameForm(optionsOrEncoding(options)('encoding'));
    return () => form(done(port.readlink(bytes, allocate), text));
  },

  /** 3/file-system-module/realpath-sync */
  realpath(path: unknown, options?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const form = nameForm(optionsOrEncoding(options)('encoding'));
    return () => form(done(port.realpath(bytes, allocate), text));
  },
});

const changingOperations = (port: FileSystemPort): Operations => ({
  /** 3/file-system-module/mkdir-sync */
  mkdir(path: unknown, options?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const option = optionsOrMode(options);
    const mode = modeOf(option('mode'), newFolder);
    const recursive = isTrue(option('recursive'));
    return () => done(port.mkdir(bytes, mode, recursive), text);
  },

  /** 3/file-system-module/rename-sync */
  rename(oldPath: unknown, newPath: unknown) {
    const from = pathOf('oldPath', oldPath);
    const to = pathOf('newPath', newPath);
    return () => done(port.rename(from.bytes, to.bytes));
  },

  /** 3/file-system-module/rmdir-sync */
  rmdir(path: unknown, options?: unknown) {
    const { bytes, text } = pathOf('path', path);
    const recursive = isTrue(optionsOf(options)('recursive'));
    return () => done(port.rmdir(bytes, recursive), text);
  },

  /** 3/file-system-module/symlink-sync */
  symlink(target: unknown, path: unknown) {
    const to = pathOf('target', target);
    const { bytes, text } = pathOf('path', path);
    return () => done(port.symlink(to.bytes, bytes), text);
  },

  /** 3/file-system-module/unlink-sync */
  unlink(path: unknown) {
    const { bytes, text } = pathOf('path', path);
    return () => done(port.unlink(bytes), text);
  },
});

function isMissing(outcome: SystemOutcome<StatsPort>): boolean {
  return !outcome.ok && outcome.code === 'ENOENT';
}

/** The requested kinds of access. Throws TypeError. */
function accessOf(mode: unknown): number {
  if (mode === undefined) return 0;
  if (typeof mode === 'number') return mode | 0;
  throw new OwnTypeError('"mode" must be a number');
}
