/**
 * 2/http-request-object/r-variables, 2/http-request-object/r-raw-variables, 2/stream-session-object/s-variables:
 * variables as scripts see them.
 */
import type { PortOutcome } from '../../port/outcome.js';
import type { VariablePort } from '../../port/variables.js';
import { type ByteString, byteStringOf, textOf } from '../support/byte-string.js';
import { filled } from '../support/realms/memory.js';
import type { AssignmentResult } from '../variables/variables.js';

/** The variables of a request or session, in the form that a port needs. */
export interface HostVariables {
  readonly read: (name: string) => ByteString | undefined;
  readonly declared: () => readonly ByteString[];
  assign(name: string, value: ByteString | undefined): AssignmentResult;
}

export const nothing: PortOutcome<undefined> = { ok: true, value: undefined };

/** The port of host variables. */
export function variablePort(variables: HostVariables): VariablePort {
  return {
    text: (name) => ({ ok: true, value: optionalText(variables.read(byteStringOf(name))) }),
    bytes: (name, allocate) => {
      const value = variables.read(byteStringOf(name));
      return { ok: true, value: value === undefined ? undefined : filled(Buffer.from(value, 'latin1'), allocate) };
    },
    declared: () => variables.declared().map(textOf),
    set: (name, value) => {
      const outcome = variables.assign(byteStringOf(name), value === undefined ? undefined : byteStringOf(value));
      return outcome === 'assigned'
        ? nothing
        : typeError(outcome === 'not found' ? 'variable not found' : 'variable is not writable');
    },
  };
}

export function typeError(message: string): PortOutcome<never> {
  return { ok: false, name: 'TypeError', message };
}

export function optionalText(bytes: ByteString | undefined): string | undefined {
  return bytes === undefined ? undefined : textOf(bytes);
}
