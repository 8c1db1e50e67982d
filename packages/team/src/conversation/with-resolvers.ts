/** A promise of nothing, and the function that resolves it. */
export interface PromiseWithResolver {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Does what `Promise.withResolvers` does, which Node 20 does not have. */
export function withResolvers(): PromiseWithResolver {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
