import { afterAll, beforeEach } from 'vitest';
import { type ModelServer, startModelServer } from './model-server.ts';

/** Starts a model server for the tests of a file. It is reset before each test and closed after the last one. */
export async function openModelServer(): Promise<ModelServer> {
  const server = await startModelServer();
  beforeEach(() => server.reset());
  afterAll(() => server.close());
  return server;
}
