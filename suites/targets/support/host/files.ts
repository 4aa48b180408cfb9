/** The files of a host, as conversations see them. */
import { access, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesPartner } from '../../../language/partners.js';

export const files: FilesPartner = {
  exists: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  read: (path) => readFile(path),
  held: async (path) => {
    const own = await realpath(path);
    const links = await Promise.all((await pathsIn('/proc')).map((program) => pathsIn(join(program, 'fd'))));
    // Programs and descriptors may disappear while they are read; those of other users are invisible.
    const held = await Promise.all(links.flat().map((link) => readlink(link).catch(() => '')));
    return held.filter((one) => one === own).length;
  },
};

const pathsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
