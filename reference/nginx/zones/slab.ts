import type { Allocation } from '../../host/zones/memory.js';

/** Bytes of one page of shared memory. */
export const pageSize = 4096;

/** Bytes that the allocator reserves at the start of a zone, and for each page. */
const header = 704;
const pageRecord = 24;

const smallestShift = 3;
const largestShift = 11;
/** Below this shift a page uses some of its own chunks for the bitmap of used chunks. */
const exactShift = 6;

/** One page divided into chunks of 2 ** shift bytes. It represents each of its chunks, because they are interchangeable. */
interface SlotPage extends Allocation {
  readonly number: number;
  readonly shift: number;
  used: number;
}

/** Adjacent free pages. */
interface FreePages {
  readonly start: number;
  readonly count: number;
}

/**
 * The bookkeeping of a slab allocator, without the memory. Sizes up to half a page are rounded up to a power of two and share pages; larger
 * ones take whole adjacent pages. It follows nginx's closely enough that a dictionary reports the same free space and is full after the
 * same entries.
 */
export class Slab {
  #free: readonly FreePages[];
  /** By shift: pages with a free chunk. */
  readonly #spare = new Map<number, Set<SlotPage>>();

  /** @param size bytes of the whole zone */
  constructor(size: number) {
    this.#free = [{ start: 0, count: pagesOf(size) }];
  }

  /** The number of free pages. */
  get freePages(): number {
    return this.#free.reduce((sum, run) => sum + run.count, 0);
  }

  /** Allocates `size` bytes; `undefined` without enough memory. */
  allocate(size: number): Allocation | undefined {
    if (size > 2 ** largestShift) return this.#wholePages(Math.ceil(size / pageSize));
    const shift = Math.max(smallestShift, Math.ceil(Math.log2(size)));
    const page = this.#sparePage(shift) ?? this.#cutPage(shift);
    if (page === undefined) return undefined;
    page.used += 1;
    if (page.used === chunksOf(shift)) this.#spareOf(shift).delete(page);
    return page;
  }

  #wholePages(count: number): Allocation | undefined {
    const pages = this.#allocatePages(count);
    return pages === undefined ? undefined : { free: () => this.#freePages(pages.start, count) };
  }

  /** A page whose chunks are all free becomes free. */
  #freeSlot(page: SlotPage): void {
    this.#spareOf(page.shift).add(page);
    page.used -= 1;
    if (page.used > 0) return;
    this.#spareOf(page.shift).delete(page);
    this.#freePages(page.number, 1);
  }

  #spareOf(shift: number): Set<SlotPage> {
    const known = this.#spare.get(shift);
    if (known !== undefined) return known;
    const spare = new Set<SlotPage>();
    this.#spare.set(shift, spare);
    return spare;
  }

  #sparePage(shift: number): SlotPage | undefined {
    for (const page of this.#spareOf(shift)) return page;
    return undefined;
  }

  #cutPage(shift: number): SlotPage | undefined {
    const pages = this.#allocatePages(1);
    if (pages === undefined) return undefined;
    const page: SlotPage = { number: pages.start, shift, used: 0, free: () => this.#freeSlot(page) };
    this.#spareOf(shift).add(page);
    return page;
  }

  #allocatePages(count: number): FreePages | undefined {
    const found = this.#free.find((run) => run.count >= count);
    if (found === undefined) return undefined;
    const rest = { start: found.start + count, count: found.count - count };
    this.#free = this.#free.flatMap((run) => (run !== found ? [run] : rest.count > 0 ? [rest] : []));
    return { start: found.start, count };
  }

  /** Adjacent free pages are merged, so that large values find adjacent pages again. */
  #freePages(start: number, count: number): void {
    const before = this.#free.find((run) => run.start + run.count === start);
    const after = this.#free.find((run) => run.start === start + count);
    const grown = { start: before?.start ?? start, count: (before?.count ?? 0) + count + (after?.count ?? 0) };
    const others = this.#free.filter((run) => run !== before && run !== after);
    this.#free = [...others, grown].sort((a, b) => a.start - b.start);
  }
}

/** Pages of a zone of `size` bytes, without those of the allocator. */
function pagesOf(size: number): number {
  const wanted = Math.floor((size - header) / (pageSize + pageRecord));
  const start = Math.ceil((header + wanted * pageRecord) / pageSize);
  return Math.min(wanted, Math.floor(size / pageSize) - start);
}

function chunksOf(shift: number): number {
  const chunks = pageSize >> shift;
  if (shift >= exactShift) return chunks;
  const mapBytes = chunks / 8;
  return chunks - Math.ceil(mapBytes / 2 ** shift);
}
