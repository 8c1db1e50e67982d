import type { AgentEvent } from '@ctx/contract';
import type { CreateDriver } from '../driver/driver-scenarios.ts';
import type { BrokenDrivers } from './broken-driver.ts';
import { sampleStreamDriver } from './sample-driver.ts';

const withStream =
  (change: (events: AsyncIterable<AgentEvent>, signal: AbortSignal) => AsyncIterable<AgentEvent>): CreateDriver =>
  (scenario) => {
    const driver = sampleStreamDriver(scenario);
    return { ...driver, stream: (input, { signal }) => change(driver.stream(input, { signal }), signal) };
  };

/** Defects of stream drivers. */
export const BROKEN_STREAMS: BrokenDrivers = {
  'ends without turn-end': [
    withStream(async function* (events) {
      for await (const event of events) if (event.type !== 'turn-end') yield event;
    }),
    /has 0 turn-end events/,
  ],
  'ends twice': [
    withStream(async function* (events) {
      for await (const event of events) {
        yield event;
        if (event.type === 'turn-end') yield event;
      }
    }),
    /has 2 turn-end events/,
  ],
  'sends events after turn-end': [
    withStream(async function* (events) {
      for await (const event of events) {
        yield event;
        if (event.type === 'turn-end') yield { type: 'text', text: 'more' };
      }
    }),
    /its last event is text/,
  ],
  rejects: [
    withStream(async function* (events) {
      for await (const event of events) {
        if (event.type === 'turn-end' && event.result.status === 'failed') throw new Error('401');
        yield event;
      }
    }),
    /The turn rejected with Error: "401"/,
  ],
};
