const opened: (() => Promise<void>)[] = [];

/** Has something closed when the program ends. */
export function closeAtTheEnd(close: () => Promise<void>): void {
  opened.push(close);
}

/** Closes what was opened, the last first. */
export async function closeEngines(): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close().catch(() => {});
}
