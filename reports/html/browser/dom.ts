/** Finding elements, and what every page does with buttons and keys. */

export function one<Of extends Element>(selector: string, type: new () => Of, within: ParentNode = document): Of {
  const element = within.querySelector(selector);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
  return element;
}

export function all<Of extends Element>(selector: string, type: new () => Of): readonly Of[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => (element instanceof type ? [element] : []));
}

/** How long a button says what it did. */
const TOLD_MS = 2000;
const TOLD = ['Copied', 'Selected'];

/** Copies the text before the button; the button says so. */
export async function copyToClipboard(button: HTMLButtonElement): Promise<void> {
  const source = button.previousElementSibling;
  const label = button.textContent ?? '';
  if (source === null) return;
  const copied = await navigator.clipboard.writeText(source.textContent ?? '').then(
    () => true,
    // Without permission or on an insecure page the text can still be selected.
    () => false,
  );
  if (!copied) getSelection()?.selectAllChildren(source);
  if (TOLD.includes(label)) return;
  button.textContent = copied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = label;
  }, TOLD_MS);
}

/** `/` goes to the search, Escape empties it. */
export function searchKeys(field: HTMLInputElement, empty: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.target === field && field.value !== '') empty();
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** Paper has no controls: it is told how much is shown, and by what it was chosen. */
export function tellPaper(count: string, chosenBy: readonly string[]): void {
  const told = chosenBy.filter((one) => one.trim() !== '');
  one('.on-paper', HTMLElement).textContent = told.length === 0 ? '' : `${count}: ${told.join(', ')}`;
}

/** What a text that was searched for is called. */
export const quotedSearch = (text: string): string => (text.trim() === '' ? '' : `“${text.trim()}”`);
