import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { systemFailure } from '../../host/support/system-errors.js';
import type { DictionaryZone } from '../../host/zones/zone.js';
import { restoreState, StateInvalid, stateText } from './state.js';

/** Milliseconds after a change in which others may follow before all are written. */
const delay = 1000;

/** Called for each operation without enough memory, and once for an error that keeps entries from being saved, until all are saved. */
export type ReportZoneError = (level: 'alert' | 'crit', message: string) => void;

/** Loads the content of a file into a zone; a missing file has none. Throws Error with the mistake in the file. */
export function loadState(zone: DictionaryZone, path: string): void {
  try {
    const text = contentOf(path);
    if (text !== undefined) restoreState(zone, text);
  } catch (error) {
    if (!(error instanceof StateInvalid)) throw error;
    throw new Error(
      `invalid format while loading js_shared_dict_zone "${zone.name}" from state file "${path}": ${error.message}`,
    );
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(systemFailure('read', `"${path}"`, error));
  }
}

/** Saves the entries of a zone to its file: a second after a change, and at the end. */
export class ZoneStateFile {
  readonly path: string;
  readonly #zone: DictionaryZone;
  readonly #complain: ReportZoneError;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isWhole = true;

  constructor(zone: DictionaryZone, path: string, complain: ReportZoneError) {
    this.#zone = zone;
    this.path = path;
    this.#complain = complain;
    zone.onChange = () => this.#schedule();
  }

  /** Writes pending changes. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#write()) this.#schedule();
    }, delay).unref();
  }

  /** Replaces the file in one step, so that no reader finds half of it. */
  #write(): boolean {
    const draft = `${this.path}.tmp`;
    try {
      writeFileSync(draft, this.#text());
      renameSync(draft, this.path);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#complain('alert', this.#failure(draft, error));
      this.#isFailing = true;
    }
    return !this.#isFailing;
  }

  #text(): string {
    let isWhole = true;
    const text = stateText(this.#zone, () => {
      isWhole = false;
    });
    if (this.#isWhole && !isWhole)
      this.#complain('alert', `state of shared dict zone "${this.#zone.name}": NaN values are not saved`);
    this.#isWhole = isWhole;
    return text;
  }

  #failure(draft: string, error: unknown): string {
    return `failed to save the state of shared dict zone "${this.#zone.name}": ${systemFailure('open', `"${draft}"`, error)}`;
  }
}
