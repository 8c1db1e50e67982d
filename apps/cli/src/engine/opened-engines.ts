const closers: (() => Promise<void>)[] = [];

/** Registers a function that is called when the program ends. */
export function closeAtTheEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Calls the registered functions, the last one first. Their errors are ignored. */
export async function closeEngines(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close().catch(() => {});
}
