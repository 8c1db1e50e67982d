import { type StartRequest, startAndLetGo } from '../start/child-process.ts';

/**
 * Starts a program that runs on independently, such as a browser: it outlives this process and does not keep it alive.
 * Resolves to whether it could be started. Never rejects.
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
