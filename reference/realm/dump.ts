/** 3/rt/rt-dump: a value as people read it. */
export function dump(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(JSON.stringify(value) ?? value);
}
