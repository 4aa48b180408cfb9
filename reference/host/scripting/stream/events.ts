/**
 * 2/stream-session-methods/s-on, 2/stream-session-methods/s-off, 2/events/upload, 2/events/download, 2/events/upstream,
 * 2/events/downstream: the callbacks of a session.
 */
import type { PortOutcome } from '../../../port/outcome.js';
import type { EventCallback, Flow } from '../../../port/stream-session.js';
import { nothing, typeError } from '../variable-port.js';

/** The properties of an event. */
interface EventKind {
  readonly flow: Flow;
  readonly data: 'text' | 'bytes';
}

const events: Readonly<Record<string, EventKind>> = {
  upload: { flow: 'upload', data: 'text' },
  download: { flow: 'download', data: 'text' },
  upstream: { flow: 'upload', data: 'bytes' },
  downstream: { flow: 'download', data: 'bytes' },
};

/** The place for the callback of one flow. */
export interface Slot {
  /** The data type that the script requested last, even if it was refused. */
  data: EventKind['data'] | undefined;
  callback: EventCallback | undefined;
}

/** The callbacks that scripts have registered, at most one for each flow. */
export class SessionEvents {
  readonly upload: Slot = { data: undefined, callback: undefined };
  readonly download: Slot = { data: undefined, callback: undefined };

  /** Whether a callback waits for data. */
  get isWaiting(): boolean {
    return this.upload.callback !== undefined || this.download.callback !== undefined;
  }

  readonly on = (event: string, callback: EventCallback): PortOutcome<undefined> => {
    const found = this.#find(event);
    if (!found.ok) return found;
    if (found.value.callback !== undefined) return typeError(`event handler "${event}" is already set`);
    found.value.callback = callback;
    return nothing;
  };

  readonly off = (event: string): PortOutcome<undefined> => {
    const found = this.#find(event);
    if (found.ok) clear(found.value);
    return found.ok ? nothing : found;
  };

  /** Removes all callbacks. */
  drop(): void {
    clear(this.upload);
    clear(this.download);
  }

  /** All events of a session must have one data type. As on real hosts, an event that was refused counts, too. */
  #find(event: string): PortOutcome<Slot> {
    const kind = Object.hasOwn(events, event) ? events[event] : undefined;
    if (kind === undefined) return typeError(`unknown event "${event}"`);
    const slot = this[kind.flow];
    slot.data = kind.data;
    const isMixed = [this.upload, this.download].some(({ data }) => data !== undefined && data !== kind.data);
    return isMixed ? typeError('mixing string and buffer events is not allowed') : { ok: true, value: slot };
  }
}

function clear(slot: Slot): void {
  slot.data = undefined;
  slot.callback = undefined;
}
