/** Finding elements, and what every page does with buttons. */
import type { Matrix } from '../../../matrix/model.js';

export function one<Of extends Element>(selector: string, type: new () => Of, within: ParentNode = document): Of {
  const element = within.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return element;
}

export function all<Of extends Element>(selector: string, type: new () => Of): readonly Of[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => (element instanceof type ? [element] : []));
}

/** Copies the text before the button. */
export async function copy(button: HTMLButtonElement): Promise<void> {
  const source = button.previousElementSibling;
  if (source === null) return;
  const label = button.textContent === 'Copied' ? 'Copy' : button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  } catch {
    // Without permission or on an insecure page the text can still be selected.
    getSelection()?.selectAllChildren(source);
  }
}

export function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** The JSON that is packed into the page. */
export async function unpacked(element: Element): Promise<Matrix> {
  const bytes = Uint8Array.from(atob(element.textContent ?? ''), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const matrix: Matrix = JSON.parse(await new Response(stream).text());
  return matrix;
}
