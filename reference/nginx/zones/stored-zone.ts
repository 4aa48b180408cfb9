import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { DictionaryZone } from '../../host/zones/zone.js';
import { loadState, type ReportZoneError, ZoneStateFile } from './state-file.js';

/** A zone, and the file that keeps its entries while no host runs. */
export class StoredZone {
  readonly zone: DictionaryZone;
  readonly #complain: ReportZoneError;
  #file: ZoneStateFile | undefined;

  /** Throws ConfigurationError if the file has no entries for such a zone. */
  constructor(zone: DictionaryZone, declared: ZoneDeclaration, complain: ReportZoneError) {
    const { state } = declared;
    this.zone = zone;
    this.#complain = complain;
    zone.onFull = () => complain('crit', `ngx_slab_alloc() failed: no memory in js shared zone "${zone.name}"`);
    if (state !== undefined) this.#load(state, declared);
    this.#keep(state);
  }

  /** Applies the options of another configuration to an existing zone, which keeps its entries, whatever is in the file. */
  settle(declared: ZoneDeclaration): this {
    this.zone.settle(declared);
    this.#keep(declared.state);
    return this;
  }

  /** Writes pending changes. */
  flush(): void {
    this.#file?.flush();
  }

  /** Stops writing to the file. */
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
    this.#file = path === undefined ? undefined : new ZoneStateFile(this.zone, path, this.#complain);
  }
}
