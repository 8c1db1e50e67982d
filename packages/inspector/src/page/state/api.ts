/**
 * Fetches JSON from the server.
 * @throws Error with the server's message.
 */
export async function ask<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(path, { signal: signal ?? null, headers: { accept: 'application/json' } });
  const data = await response.json();
  if (!response.ok) throw new Error(data.error ?? `The inspector answered ${response.status}.`);
  return data as Answer;
}

/**
 * Exchanges the token in the page's URL for a cookie, and removes it from the URL.
 * @throws Error if the server refuses the token.
 */
export async function signIn(): Promise<void> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, '', '#/');
  const response = await fetch('/api/sign-in', { method: 'POST', body: JSON.stringify({ token }) });
  if (!response.ok) {
    throw new Error(
      'This address is not valid, or no longer valid. Run ctx view again and open the address it prints.',
    );
  }
}

/** The API path of a part of a session. */
export function sessionPath(session: string, ...parts: string[]): string {
  return ['/api/sessions', ...[session, ...parts].map(encodeURIComponent)].join('/');
}
