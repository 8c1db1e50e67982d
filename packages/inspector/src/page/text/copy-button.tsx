const TOLD_MS = 1_500;

/** Copies a text. Browsers allow it on loopback and over https only; elsewhere there is no button. */
export function CopyButton({ text }: { readonly text: string }) {
  if (globalThis.navigator?.clipboard === undefined) return null;
  return (
    <button type="button" class="copy" onClick={({ currentTarget }) => copy(text, currentTarget)} aria-live="polite">
      copy
    </button>
  );
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => 'copied',
    () => 'not allowed',
  );
  setTimeout(() => {
    button.textContent = 'copy';
  }, TOLD_MS);
}
