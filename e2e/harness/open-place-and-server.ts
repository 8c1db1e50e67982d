import { afterEach } from 'vitest';
import { type ModelServer, startModelServer } from '../model-server/index.ts';
import { createPlace, type Place } from './place.ts';

/** The folders and the model server of a test. */
export interface PlaceAndServer {
  readonly place: Place;
  readonly server: ModelServer;
}

const open: PlaceAndServer[] = [];

afterEach(async () => {
  for (const { server, place } of open.splice(0)) {
    await server.close();
    place.remove();
  }
});

/** Creates both for one test. They are removed after it. */
export async function openPlaceAndServer(): Promise<PlaceAndServer> {
  const pair = { server: await startModelServer(), place: createPlace() };
  open.push(pair);
  return pair;
}
