/** The probes of the rules for adapters. */
import { carryingProbe } from '../../inside/carrying.js';
import type { Probe } from '../../language/trial.js';

const gives: Probe<unknown> = (value) => value;

const givesLater: Probe<unknown> = async (value, t) => {
  await t.wait(30);
  return value;
};

const throws: Probe<string> = (text) => {
  throw new RangeError(text);
};

const prints: Probe<string> = (text) => {
  if (typeof console === 'object') console.log(text);
  return text;
};

/** Modules that are missing. */
const missing: Probe<readonly string[]> = (names, t) => names.filter((name) => typeof t.at(name) !== 'object');

/** The version in the runtime global, if there is one. */
const version: Probe<string> = (otherwise, t) => (t.rt === undefined ? otherwise : t.rt.version);

const variable: Probe<string> = (name, t) => t.at(`process.env.${name}`);

const lastArguments: Probe<number> = (count, t) => {
  const all: unknown[] = Object(t.at('process.argv'));
  return all.slice(all.length - count);
};

const writes: Probe<string> = (file, t) => t.invoke(t.at('fs'), 'writeFileSync', [file, 'written']);

const endless: Probe<null> = () => {
  for (;;);
};

const killsItself: Probe<null> = (_input, t) => {
  t.invoke(t.at('process'), 'kill', [t.at('process.pid'), 'SIGKILL']);
  for (;;);
};

export const CHECK_PROBES = {
  gives,
  givesLater,
  throws,
  prints,
  missing,
  version,
  variable,
  lastArguments,
  writes,
  endless,
  killsItself,
  carries: carryingProbe,
} as const;
