/** The value of a JSON text. Throws an Error that has the position of the mistake, and nothing of the content. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (position === undefined) throw new Error('it is not valid JSON');
    const before = text.slice(0, Number(position)).split('\n');
    throw new Error(`it is not valid JSON from line ${before.length}, column ${(before.at(-1) ?? '').length + 1} on`);
  }
}
