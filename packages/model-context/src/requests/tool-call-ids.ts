/**
 * Gives every call an id that no other call of the request has. An id depends only on the calls before it, so the same
 * history always gets the same ids and growing it changes none.
 */
export class ToolCallIds {
  readonly #taken = new Set<string>();
  readonly #isUsable: (id: string) => boolean;
  #count = 0;

  /** @param isUsable Says whether the service takes an id as it is; others are replaced. */
  constructor(isUsable: (id: string) => boolean) {
    this.#isUsable = isUsable;
  }

  /** The given id where it is usable and still free, else one that is made up. */
  next(given: string | undefined): string {
    this.#count += 1;
    if (given && this.#isUsable(given) && !this.#taken.has(given)) return this.#take(given);
    let id = `call_${this.#count}`;
    for (let attempt = 2; this.#taken.has(id); attempt += 1) id = `call_${this.#count}_${attempt}`;
    return this.#take(id);
  }

  #take(id: string): string {
    this.#taken.add(id);
    return id;
  }
}
