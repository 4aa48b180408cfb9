import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { DictionaryZone } from '../../host/zones/zone.js';
import { loadState, type ReportStateError, StateFile } from './state-file.js';

/** A zone, and the file that has its entries while no host runs. */
export class StoredZone {
  readonly zone: DictionaryZone;
  readonly #complain: ReportStateError;
  #file: StateFile | undefined;

  /** Throws ConfigurationError where the file has no entries of such a zone. */
  constructor(zone: DictionaryZone, declared: ZoneDeclaration, complain: ReportStateError) {
    const { state } = declared;
    this.zone = zone;
    this.#complain = complain;
    if (state !== undefined) this.#load(state, declared);
    this.#keep(state);
  }

  /** What another configuration says of a zone that stays: it keeps its entries, whatever is in the file. */
  settle(declared: ZoneDeclaration): this {
    this.zone.settle(declared);
    this.#keep(declared.state);
    return this;
  }

  /** Writes what has changed and is not written yet. */
  flush(): void {
    this.#file?.flush();
  }

  /** From now on its file stays as it is. */
  close(): void {
    this.#keep(undefined);
  }

  #load(path: string, place: ZoneDeclaration): void {
    try {
      loadState(this.zone, path);
    } catch (error) {
      throw new ConfigurationError(error instanceof Error ? error.message : String(error), place);
    }
  }

  #keep(path: string | undefined): void {
    if (this.#file?.path === path) return;
    this.#file?.flush();
    this.zone.onChange = () => undefined;
    this.#file = path === undefined ? undefined : new StateFile(this.zone, path, this.#complain);
  }
}
