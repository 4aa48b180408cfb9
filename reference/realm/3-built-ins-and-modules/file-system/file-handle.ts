import type { DescriptorHandle, FileSystemPort } from '../../../port/file-system.js';
import { OwnError } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';
import { promised } from '../../support/promised.js';
import { partOf, positionOf, toWrite } from './arguments.js';
import { done } from './outcome.js';
import type { MakeStats } from './stats.js';

/** Makes the object of an open file. */
export type MakeFileHandle = (handle: DescriptorHandle) => object;

/**
 * Makes the class `fs.FileHandle`, together with the module. When an object is garbage-collected, so is its symbol, and then the host
 * closes the file.
 */
export function createFileHandles(port: FileSystemPort, makeStats: MakeStats): MakeFileHandle {
  class FileHandle {
    readonly #handle: DescriptorHandle;

    constructor(handle: DescriptorHandle) {
      this.#handle = handle;
    }

    /** 3/fs-file-handle/p1 */
    get fd(): number {
      return port.numberOf(this.#handle);
    }

    /** 3/file-system-module/filehandle-close. Every operation ends during its call, so none is pending. */
    close(): Promise<unknown> {
      const handle = this.#handle;
      return promised(() => close(port, handle));
    }

    /** 3/file-system-module/filehandle-read */
    read(buffer: unknown, offset: unknown, length?: unknown, position?: unknown): Promise<unknown> {
      const handle = this.#handle;
      const place = positionOf(position);
      const into = partOf(buffer, offset, length);
      return promised(() => ({ bytesRead: done(port.read(handle, into, place)), buffer }));
    }

    /** 3/file-system-module/filehandle-stat */
    stat(): Promise<unknown> {
      const handle = this.#handle;
      return promised(() => makeStats(done(port.fstat(handle))));
    }

    /**
     * 3/file-system-module/filehandle-write-buffer-offset-length-position,
     * 3/file-system-module/filehandle-write-string-position-encoding
     */
    write(buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): Promise<unknown> {
      const handle = this.#handle;
      // Unlike elsewhere, only a number is accepted as the position of a buffer.
      const { data, place } = toWrite(buffer, offset, length, typeof position === 'number' ? position : undefined);
      return promised(() => ({ bytesWritten: done(port.write(handle, data, place)), buffer }));
    }
  }
  const { prototype } = FileHandle;
  defineTag(prototype, 'FileHandle');
  hideConstructor(prototype);
  return (handle) => new FileHandle(handle);
}

function close(port: FileSystemPort, handle: DescriptorHandle): unknown {
  if (port.numberOf(handle) < 0) throw new OwnError('file was already closed');
  return done(port.close(handle));
}
