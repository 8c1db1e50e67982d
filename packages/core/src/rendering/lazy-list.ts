/**
 * A list whose items are made when they are looked at. To whoever holds it, it is an array; a layout that only passes
 * it on costs nothing, however long it is. Asked for its keys, or changed, it becomes what it stands for.
 */
export function lazyList<T>(length: number, itemAt: (index: number) => T): readonly T[] {
  return new Proxy<T[]>([], new LazyItems(length, itemAt));
}

// A class, so that the traps are made once and not for every list.
class LazyItems<T> implements ProxyHandler<T[]> {
  /** How many items are still to be made; 0 once they are all in the target. */
  #length: number;
  readonly #itemAt: (index: number) => T;

  constructor(length: number, itemAt: (index: number) => T) {
    this.#length = length;
    this.#itemAt = itemAt;
  }

  get(target: T[], key: string | symbol, receiver: unknown): unknown {
    if (key === 'length' && this.#length > 0) return this.#length;
    const index = typeof key === 'string' ? Number(key) >>> 0 : this.#length;
    return index < this.#length && String(index) === key ? this.#itemAt(index) : Reflect.get(target, key, receiver);
  }

  // Whoever goes over all items by a method of arrays comes by here first.
  has(target: T[], key: string | symbol): boolean {
    return Reflect.has(this.#fill(target), key);
  }

  ownKeys(target: T[]): (string | symbol)[] {
    return Reflect.ownKeys(this.#fill(target));
  }

  // Writing to the list comes by here first.
  getOwnPropertyDescriptor(target: T[], key: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#fill(target), key);
  }

  preventExtensions(target: T[]): boolean {
    return Reflect.preventExtensions(this.#fill(target));
  }

  #fill(target: T[]): T[] {
    while (target.length < this.#length) target.push(this.#itemAt(target.length));
    this.#length = 0;
    return target;
  }
}
