const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;

interface Page {
  /** Offset of its first byte. */
  readonly start: number;
  readonly bytes: Buffer;
  used: number;
  /** All that is used of a page nothing will be added to any more: made once, given away in every prompt. */
  whole?: Uint8Array;
}

/**
 * Lines as UTF-8, one after the other in pages, each line with its newline. Offsets count from wherever the first page
 * began. What is written is never moved or changed, so that a part of it can be given away without a copy.
 */
export class Utf8Pages {
  readonly #pages: Page[] = [];
  /** Offset behind the last byte written. */
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  /** `bytes` is the size of `line`, without the newline. */
  append(line: string, bytes: number): void {
    let page = this.#pages.at(-1);
    if (page === undefined || page.start + page.used < this.end || page.bytes.length - page.used < bytes + 1) {
      if (page !== undefined) page.whole = page.bytes.subarray(0, page.used);
      page = { start: this.end, bytes: Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes + 1)), used: 0 };
      this.#pages.push(page);
    }
    page.bytes.write(line, page.used, 'utf8');
    page.bytes[page.used + bytes] = NEWLINE;
    page.used += bytes + 1;
    this.end += bytes + 1;
  }

  /** Leaves out bytes that nobody will ever ask for. */
  skip(bytes: number): void {
    this.end += bytes;
  }

  /** The bytes from one offset up to another, in as few pieces as there are pages. */
  slice(from: number, to: number): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    for (let index = this.#pageAt(from); index < this.#pages.length; index++) {
      const { start, bytes, used, whole } = this.#pages[index]!;
      if (start >= to) break;
      const isWhole = from <= start && to >= start + used;
      pieces.push(isWhole && whole ? whole : bytes.subarray(Math.max(0, from - start), Math.min(used, to - start)));
    }
    return pieces;
  }

  /** Lets go of pages that end before an offset. */
  dropBefore(offset: number): void {
    this.#pages.splice(0, this.#pageAt(offset));
  }

  // Pages are few; the wanted ones are near the end.
  #pageAt(offset: number): number {
    let index = this.#pages.length;
    while (index > 0 && this.#pages[index - 1]!.start + this.#pages[index - 1]!.used > offset) index--;
    return index;
  }
}
