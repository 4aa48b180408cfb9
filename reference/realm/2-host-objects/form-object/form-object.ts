import type { FormEntry } from '../../../port/form.js';
import { requireCallback } from '../../support/callback.js';
import { apply, define, each, getProperty, growing, grown, OwnTypeError, push } from '../../support/intrinsics.js';
import { defineTag, hideConstructor } from '../../support/members.js';
import { textOf } from '../../support/text.js';
import { wholeNumber } from '../../support/whole-number.js';

/** 2/limits/form-fields-parsed */
const defaultMaxKeys = 128;

/** Makes the object that `r.readRequestForm()` resolves with. */
export function createForm(entries: readonly FormEntry[]): object {
  return new RequestForm(entries);
}

/** The highest number of entries that the options of `r.readRequestForm()` allow. */
export function maxKeysOf(options: unknown): number {
  if (options === undefined) return defaultMaxKeys;
  if ((typeof options !== 'object' && typeof options !== 'function') || options === null)
    throw new OwnTypeError('"options" must be an object');
  const given: unknown = getProperty(options, 'maxKeys');
  if (given === undefined) return defaultMaxKeys;
  const maxKeys = wholeNumber(given);
  if (maxKeys < 1) throw new OwnTypeError('"maxKeys" must be a positive integer');
  return maxKeys;
}

/** 2/form-object */
class RequestForm {
  readonly #entries: readonly FormEntry[];

  constructor(entries: readonly FormEntry[]) {
    this.#entries = entries;
  }

  /** 2/form-object/get */
  get(name: unknown): unknown {
    const entries = this.#entries;
    const sought = nameOf(name);
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at];
      if (entry?.name === sought) return shownValue(entry);
    }
    return null;
  }

  /** 2/form-object/get-all */
  getAll(name: unknown): unknown[] {
    const entries = this.#entries;
    const sought = nameOf(name);
    const values = growing<unknown>();
    each(entries, (entry) => {
      if (entry.name === sought) push(values, shownValue(entry));
    });
    return grown(values);
  }

  /** 2/form-object/has */
  has(name: unknown): boolean {
    const entries = this.#entries;
    const sought = nameOf(name);
    for (let at = 0; at < entries.length; at += 1) if (entries[at]?.name === sought) return true;
    return false;
  }

  /** 2/form-object/for-each */
  forEach(callback: unknown, thisArg: unknown): void {
    const entries = this.#entries;
    const listener = requireCallback(callback);
    each(entries, (entry) => void apply(listener, thisArg, [shownValue(entry), entry.name, this]));
  }

  /** 2/form-object/has-files */
  hasFiles(): boolean {
    const entries = this.#entries;
    for (let at = 0; at < entries.length; at += 1) if (entries[at]?.kind === 'file') return true;
    return false;
  }
}
defineTag(RequestForm.prototype, 'RequestForm');
hideConstructor(RequestForm.prototype);

/** The value that a script sees for an entry: 2/form-object shows only the name of a file. */
function shownValue(entry: FormEntry): unknown {
  if (entry.kind === 'text') return entry.text;
  const file = {};
  define(file, 'name', entry.fileName);
  return file;
}

function nameOf(name: unknown): string {
  try {
    return textOf(name);
  } catch {
    throw new OwnTypeError('"name" must be a string');
  }
}
