/** The packed data of a page. */
import { one } from './dom.js';

/** What the page says until its data are shown, and where they never are. */
const notice = one('.packed', HTMLElement);

const tellFailure = ({ message }: ErrorEvent): void => {
  notice.prepend(`This page could not be shown (${message}). `);
  notice.classList.add('failed');
};

// An error before all is shown is reported in its place.
window.addEventListener('error', tellFailure);

/** What the page's writer packed into it. */
export async function unpacked<Data>(): Promise<Data> {
  const bytes = Uint8Array.from(atob(one('#packed-data', Element).textContent ?? ''), (character) =>
    character.charCodeAt(0),
  );
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const data: Data = JSON.parse(await new Response(stream).text());
  return data;
}

/** From here on there is nothing to wait for. */
export function allShown(): void {
  window.removeEventListener('error', tellFailure);
  notice.hidden = true;
}
