import { Script } from 'node:vm';
import type { Test } from 'tape';
import { runtimePort } from '../host/script/runtime-port.js';
import { prepareXml } from '../host/script/xml/xml-port.js';
import { HostedRealm } from '../host/support/realms/hosted.js';
import { stubPort } from './stub-host.js';

/** The result of an expression: its value as JSON, or the name of its error. */
export type EvaluationResult = { readonly value: unknown } | { readonly throws: string };

/** Helpers of expressions: `root` of a document, and canonical forms as text. */
const helpers = `
  const root = (text) => xml.parse(text).$root;
  const c14n = (node, excluding) => xml.c14n(node, excluding).toString();
  const exclusive = (...values) => xml.exclusiveC14n(...values).toString();
  const names = (nodes) => nodes.map((node) => node.$name).join();
  const after = (node, work) => { work(node); return exclusive(node, null, true); };
`;

/** A realm with the XML module. */
export class XmlRealm {
  readonly #hosted: HostedRealm;

  private constructor(version: string | undefined) {
    const runtime = version === undefined ? {} : { runtime: runtimePort(version) };
    this.#hosted = new HostedRealm({ ...stubPort(), ...runtime });
  }

  static async make(version?: string): Promise<XmlRealm> {
    await prepareXml();
    return new XmlRealm(version);
  }

  /** The result of an expression, which can use `given`. */
  of(expression: string, given: string = ''): EvaluationResult {
    const { realm } = this.#hosted;
    const source = `(xml, given) => {
      'use strict';
      ${helpers}
      try { return JSON.stringify({ value: (${expression}) }); } catch (error) {
        return JSON.stringify({ throws: error instanceof Error ? error.name : 'a value of another world' });
      }
    }`;
    const result: unknown = realm.enter(({ builtIn }) => {
      const run: unknown = new Script(source).runInContext(realm.context);
      return typeof run === 'function' ? Reflect.apply(run, undefined, [builtIn('xml'), given]) : undefined;
    });
    return JSON.parse(String(result));
  }
}

const shared = await XmlRealm.make();

/** The value of an expression that does not throw. */
export function xmlResult(expression: string, given?: string): unknown {
  const evaluated = shared.of(expression, given);
  if ('throws' in evaluated) throw new Error(`${expression.slice(0, 120)} throws ${evaluated.throws}`);
  return evaluated.value;
}

/** Expressions, and the results that they must have. */
export function xmlGives(t: Test, rows: readonly (readonly [expression: string, value: unknown])[]): void {
  for (const [expression, value] of rows) {
    const expected = value === undefined ? {} : { value };
    t.deepEqual(shared.of(expression), expected, expression.slice(0, 120));
  }
}

/** Expressions that must throw an error with a name. */
export function xmlThrows(t: Test, name: string, expressions: readonly string[]): void {
  for (const expression of expressions) t.deepEqual(shared.of(expression), { throws: name }, expression.slice(0, 120));
}
