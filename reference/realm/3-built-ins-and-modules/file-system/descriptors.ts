import type { FileSystemPort } from '../../../port/file-system.js';
import { descriptorOf, flagOf, modeOf, partOf, pathOf, positionOf, toWrite } from './arguments.js';
import type { MakeFileHandle } from './file-handle.js';
import type { Operations } from './operation.js';
import { done } from './outcome.js';
import type { MakeStats } from './stats.js';

/** Operations on open files, which scripts name by numbers. The module has them only with the suffix `Sync`. */
export function descriptorOperations(port: FileSystemPort, makeStats: MakeStats): Operations {
  return {
    /** 3/file-system-module/close-sync */
    close(fd: unknown) {
      const descriptor = descriptorOf(fd);
      return () => done(port.close(descriptor));
    },

    /** 3/file-system-module/fstat-sync */
    fstat(fd: unknown) {
      const descriptor = descriptorOf(fd);
      return () => makeStats(done(port.fstat(descriptor)));
    },

    /** 3/file-system-module/open-sync */
    open(path: unknown, flags?: unknown, mode?: unknown) {
      const { where, how, allowed } = toOpen(path, flags, mode);
      return () => done(port.open(where.bytes, how, allowed), where.text);
    },

    /** 3/file-system-module/read-sync */
    read(fd: unknown, buffer: unknown, offset: unknown, length?: unknown, position?: unknown) {
      const descriptor = descriptorOf(fd);
      const place = positionOf(position);
      const into = partOf(buffer, offset, length);
      return () => done(port.read(descriptor, into, place));
    },

    /**
     * 3/file-system-module/write-sync-fd-buffer-offset-length-position,
     * 3/file-system-module/write-sync-fd-string-position-encoding
     */
    write(fd: unknown, buffer: unknown, offset?: unknown, length?: unknown, position?: unknown) {
      const descriptor = descriptorOf(fd);
      const { data, place } = toWrite(buffer, offset, length, position);
      return () => done(port.write(descriptor, data, place));
    },
  };
}

/** 3/file-system-module/promises-open */
export function openHandle(port: FileSystemPort, makeFileHandle: MakeFileHandle): Operations {
  return {
    open(path: unknown, flags?: unknown, mode?: unknown) {
      const { where, how, allowed } = toOpen(path, flags, mode);
      return () => makeFileHandle(done(port.openHandle(where.bytes, how, allowed), where.text));
    },
  };
}

function toOpen(path: unknown, flags: unknown, mode: unknown) {
  return { where: pathOf('path', path), how: flagOf(flags, 'r'), allowed: modeOf(mode, newFile) };
}

/** 3/file-system-module/open-sync: the default mode of a new file, before the umask. */
export const newFile = 0o666;
