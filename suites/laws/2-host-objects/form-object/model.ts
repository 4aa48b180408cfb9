/** 2/form-object: a request whose readers return immediately what those of a host promise. The oracle is Node's FormData. */
import { entriesOf, type FormPair, formBody, type SentForm } from '../../support/forms.js';

/** A form with these entries. Node's FormData has all members except one. */
export class FormModel extends FormData {
  constructor(entries: readonly FormPair[] = []) {
    super();
    for (const [name, value] of entries)
      if (typeof value === 'string') this.append(name, value);
      else this.append(name, new Blob([]), value.name);
  }

  hasFiles(): boolean {
    return [...this.values()].some((value) => typeof value !== 'string');
  }
}

/** The form is created once: later options are ignored. Steps define the results of a subrequest themselves. */
export function requestWith(sent: SentForm) {
  const body = formBody(sent) ?? Buffer.alloc(0);
  let form: FormModel | undefined;
  const made = (maxKeys = 128): FormModel => {
    const entries = entriesOf(sent);
    if (entries.length > maxKeys) throw new Error('too many fields');
    return new FormModel(entries);
  };
  return {
    readRequestForm: (options?: { readonly maxKeys?: number }) => {
      form ??= made(options?.maxKeys);
      return form;
    },
    readRequestText: () => body.toString('utf8'),
    readRequestArrayBuffer: () => Uint8Array.from(body).buffer,
    readRequestJSON: (): unknown => JSON.parse(body.toString('utf8')),
    subrequest: () => ({}),
  };
}
