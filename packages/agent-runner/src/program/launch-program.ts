import { type StartRequest, startAndLetGo } from '../start/child-process.ts';

/**
 * Starts a program and lets it go, such as a browser: it outlives this process and does not keep it alive. Resolves to
 * whether it could be started; how it ends is not known.
 */
export function launchProgram(request: StartRequest): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      startAndLetGo(request)
        .once('spawn', () => resolve(true))
        .once('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
