import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Test } from 'tape';
import { SettlingRealm } from './settling-realm.js';

/** Bytes leave the realm as hexadecimal digits, errors as their class and the system's facts. */
const helpers = (folder: string) => `
  const at = (name) => ${JSON.stringify(folder)} + '/' + name;
  const { promises } = fs;
  const text = (name) => fs.readFileSync(at(name), 'utf8');
  const plain = (value) => {
    if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
    if (Array.isArray(value)) return value.map(plain);
    if (value instanceof Error) return described(value);
    if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
    if (typeof value !== 'object' || value === null) return value === undefined ? 'undefined' : value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return Object.prototype.toString.call(value);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  const described = (error) => {
    const known = [TypeError, RangeError, Error].find((one) => error instanceof one);
    if (known === undefined) return 'an error of another realm';
    const { code, errno, syscall, path } = error;
    return [known.name, code, errno, syscall, path === undefined ? undefined : path.replace(${JSON.stringify(folder)}, '')]
      .filter((one) => one !== undefined).join(' ');
  };
  const caught = (work) => { try { return work(); } catch (error) { return described(error); } };
`;

/** A realm with the File System module, and a folder that is removed after the test. */
export class FileRealm extends SettlingRealm {
  readonly folder: string;

  constructor(t: Test, { version, folder }: { readonly version?: string; readonly folder?: string } = {}) {
    const own = folder ?? mkdtempSync(`${tmpdir()}/srvspec-`);
    super({ helpers: helpers(own), version, modules: ['fs'] });
    this.folder = own;
    t.teardown(() => {
      this.hosted.close();
      rmSync(own, { recursive: true, force: true });
    });
  }

  /** Expressions in order, and the results that they must settle to at once; an error becomes a text. */
  settles(t: Test, rows: readonly (readonly [expression: string, value: unknown])[]): void {
    for (const [expression, value] of rows) {
      const settled = this.now(expression);
      const got = settled === undefined || 'value' in settled ? settled?.value : settled.rejected;
      t.deepEqual(got, value, expression.slice(0, 140));
    }
  }
}
