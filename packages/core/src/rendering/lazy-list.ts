/**
 * A list whose items are made when they are looked at. To whoever holds it, it is an array; a layout that only passes
 * it on costs nothing, however long it is.
 */
export function lazyList<T>(length: number, itemAt: (index: number) => T): readonly T[] {
  return new Proxy<T[]>([], new LazyItems(length, itemAt));
}

// A class, so that the traps are made once and not for every list.
class LazyItems<T> implements ProxyHandler<T[]> {
  readonly #length: number;
  readonly #itemAt: (index: number) => T;

  constructor(length: number, itemAt: (index: number) => T) {
    this.#length = length;
    this.#itemAt = itemAt;
  }

  get(target: T[], key: string | symbol, receiver: unknown): unknown {
    if (key === 'length') return this.#length;
    const index = this.#indexOf(key);
    return index === undefined ? Reflect.get(target, key, receiver) : this.#itemAt(index);
  }

  has(target: T[], key: string | symbol): boolean {
    return this.#indexOf(key) !== undefined || Reflect.has(target, key);
  }

  #indexOf(key: string | symbol): number | undefined {
    if (typeof key !== 'string') return undefined;
    const index = Number(key);
    return Number.isInteger(index) && index >= 0 && index < this.#length && String(index) === key ? index : undefined;
  }
}
