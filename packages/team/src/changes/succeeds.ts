/** Whether the promise is fulfilled. Its value and its error do not matter. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
