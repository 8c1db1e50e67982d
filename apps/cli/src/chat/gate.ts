/** Something to wait for, opened from outside. */
export interface Gate<Value = void> {
  readonly opened: Promise<Value>;
  /** Lets everybody through who waits, now or later. Only the first call counts. */
  open(value: Value): void;
}

/** A gate that is closed. */
export function createGate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
