/** The packed data of a page. */
import { one } from './dom.js';

/** The notice that a page shows until its data are shown, or if they cannot be. */
const notice = one('.packed', HTMLElement);

const showFailure = ({ message }: ErrorEvent): void => {
  notice.prepend(`This page could not be shown (${message}). `);
  notice.classList.add('failed');
};

// An error before everything is shown replaces the notice.
window.addEventListener('error', showFailure);

/** The data that the page's writer packed into it. */
export async function unpacked<Data>(): Promise<Data> {
  const bytes = Uint8Array.from(atob(one('#packed-data', Element).textContent ?? ''), (character) =>
    character.charCodeAt(0),
  );
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const data: Data = JSON.parse(await new Response(stream).text());
  return data;
}

/** Removes the notice. */
export function allShown(): void {
  window.removeEventListener('error', showFailure);
  notice.hidden = true;
}
