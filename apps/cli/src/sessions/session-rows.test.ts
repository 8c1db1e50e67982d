import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { sessionRows } from './session-rows.ts';

const updatedAt = new Date(2026, 10, 17, 22, 44).getTime();
const firstMessage = 'Since Friday people are logged out at random, mostly those with two tabs open.';
const SESSIONS = [
  { sessionId: '20261117-224432-897b51', team: 'crew', bytes: 812, updatedAt, firstMessage },
  { sessionId: '20261117-224432-897b51-repaired', team: 'relay', bytes: 19_000, updatedAt, firstMessage },
];

describe('the list of sessions', () => {
  it('is aligned, however long an id is', () => {
    const rows = sessionRows(SESSIONS, createRecordingTerminal(160));
    expect(rows).toEqual([
      `20261117-224432-897b51           2026-11-17 22:44    812 B  crew   ${firstMessage}`,
      `20261117-224432-897b51-repaired  2026-11-17 22:44    19 KB  relay  ${firstMessage}`,
    ]);
  });

  it('leaves out year and size on a narrow screen, so that more of the message is seen', () => {
    const [row = ''] = sessionRows(SESSIONS.slice(0, 1), createRecordingTerminal(80));
    expect(row).toBe('20261117-224432-897b51  11-17 22:44  crew  Since Friday people are logged out…');
    expect(row.length).toBeLessThan(80);
  });

  it('is empty without sessions', () => {
    expect(sessionRows([], createRecordingTerminal(80))).toEqual([]);
  });
});
