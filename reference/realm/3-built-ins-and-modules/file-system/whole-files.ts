import type { FileSystemPort, OpenFlag } from '../../../port/file-system.js';
import { allocate } from '../../support/bytes.js';
import { dataToWrite, flagOf, modeOf, pathOf } from './arguments.js';
import { newFile } from './descriptors.js';
import type { Action, Operations } from './operation.js';
import { contentForm, optionsOrEncoding } from './options.js';
import { done } from './outcome.js';

/** Operations on whole files. */
export function wholeFileOperations(port: FileSystemPort): Operations {
  function writing(path: unknown, data: unknown, options: unknown, byDefault: OpenFlag): Action {
    const { bytes, text } = pathOf('path', path);
    const option = optionsOrEncoding(options);
    const flag = flagOf(option('flag'), byDefault);
    const mode = modeOf(option('mode'), newFile);
    const content = dataToWrite(data, option('encoding'));
    return () => done(port.writeFile(bytes, flag, mode, content), text);
  }

  return {
    /** 3/file-system-module/append-file-sync */
    appendFile: (filename: unknown, data: unknown, options?: unknown) => writing(filename, data, options, 'a'),

    /** 3/file-system-module/read-file-sync */
    readFile(filename: unknown, options?: unknown) {
      const { bytes, text } = pathOf('path', filename);
      const option = optionsOrEncoding(options);
      const form = contentForm(option('encoding'));
      const flag = flagOf(option('flag'), 'r');
      return () => form(done(port.readFile(bytes, flag, allocate), text));
    },

    /** 3/file-system-module/write-file-sync */
    writeFile: (filename: unknown, data: unknown, options?: unknown) => writing(filename, data, options, 'w'),
  };
}
