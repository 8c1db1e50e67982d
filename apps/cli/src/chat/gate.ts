/** A promise that is resolved from outside. */
export interface Gate<Value = void> {
  readonly opened: Promise<Value>;
  /** Resolves `opened`. Only the first call counts. */
  open(value: Value): void;
}

/** Creates a gate that is not open yet. */
export function createGate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
