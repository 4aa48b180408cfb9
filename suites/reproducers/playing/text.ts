/** The programs that play an exchange, as they stand in folders. */
import { readFileSync } from 'node:fs';

export const PLAY_FILE = 'play.mjs';

/** A compiled module of this folder, made a program. */
export const playText = (module: string): string =>
  `${readFileSync(new URL(module, import.meta.url), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n*$/, '\n')}\nawait main(process.argv.slice(2));\n`;
