import type { AgentDriver } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import type { BrokenDrivers } from '../__fixtures__/broken-driver.ts';
import { BROKEN_PARSERS } from '../__fixtures__/broken-parsers.ts';
import { BROKEN_PLANS } from '../__fixtures__/broken-plans.ts';
import { BROKEN_SESSIONS, keepingDriver } from '../__fixtures__/broken-sessions.ts';
import { BROKEN_STREAMS } from '../__fixtures__/broken-streams.ts';
import { BROKEN_TURNS } from '../__fixtures__/broken-turns.ts';
import { ClassDriver } from '../__fixtures__/class-driver.ts';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { playTurn } from '../__fixtures__/play-turn.ts';
import { sampleDriver, sampleStreamDriver, silentDriver, textDriver } from '../__fixtures__/sample-driver.ts';
import type { CreateDriver } from './driver-scenarios.ts';
import { testDriver } from './test-driver.ts';

const GOOD: Readonly<Record<string, CreateDriver>> = {
  'process driver': sampleDriver,
  'process driver that keeps sessions': keepingDriver,
  'stream driver': sampleStreamDriver,
  'process driver written as a class': (scenario): AgentDriver => new ClassDriver(scenario),
  'process driver that sends nothing before its end': silentDriver,
  'process driver whose parser reads every line as text': textDriver,
  'driver that skips scenarios with a reason': (scenario) =>
    scenario === 'tool' || scenario === 'auth' ? { skipped: 'it has none' } : sampleDriver(scenario),
};

describe('testDriver', () => {
  it.each(Object.entries(GOOD))('passes a %s', async (_, create) => {
    const { checks, failures } = await collectFailures((runner) => testDriver(create, { ...runner, run: playTurn }));
    expect(failures).toEqual([]);
    expect(checks).toBeGreaterThan(12);
  });

  it('runs all checks for a driver whose factory throws until a server is up', async () => {
    let isReady = false;
    const { checks, failures } = await collectFailures((runner) => {
      const create: CreateDriver = (scenario) => {
        if (!isReady) throw new Error('the server is not up');
        return scenario === 'tool' ? { skipped: 'it has no tools' } : sampleDriver(scenario);
      };
      testDriver(create, { ...runner, run: playTurn });
      isReady = true;
    });
    expect(failures).toEqual([]);
    const { checks: atOnce } = await collectFailures((runner) =>
      testDriver(sampleDriver, { ...runner, run: playTurn }),
    );
    expect(checks).toBe(atOnce);
  });

  it('shows in its report which scenarios are skipped and why', () => {
    const titles: string[] = [];
    testDriver((scenario) => (scenario === 'tool' ? { skipped: 'it has no tools' } : sampleDriver(scenario)), {
      describe: (_, body) => body(),
      it: (title) => titles.push(title),
      run: playTurn,
    });
    expect(titles).toContain('gives a reason to skip tool: it has no tools');
    expect(titles.join()).not.toContain('reports tool calls');
  });
});

const GROUPS: Readonly<Record<string, BrokenDrivers>> = {
  'a command plan': BROKEN_PLANS,
  sessions: BROKEN_SESSIONS,
  'a parser': BROKEN_PARSERS,
  turns: BROKEN_TURNS,
  'a stream': BROKEN_STREAMS,
};

for (const [group, drivers] of Object.entries(GROUPS)) {
  describe(`testDriver catches a driver with ${group} that`, () => {
    it.each(Object.entries(drivers))('%s', async (_, [create, expected]) => {
      const { failures } = await collectFailures(
        (runner) => testDriver(create, { ...runner, run: playTurn }),
        expected,
      );
      const messages = failures.map(({ message }) => message);
      expect(messages.join('\n')).toMatch(expected);
      for (const message of messages) expect(message).toMatch(/^[^\n]+\. [A-Z][^\n]+\.$/);
    });
  });
}
