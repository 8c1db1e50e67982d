import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { hitRows } from './hit-rows.ts';

const hit = {
  sessionId: '20261117-224432-897b51',
  team: 'crew',
  message: 'msg-3',
  speaker: 'Sarah',
  at: new Date(2026, 10, 17, 22, 44).getTime(),
  before: 'If you look at it closely, it turns out that\nthe ',
  found: 'Lockfile',
  after: ' is stale, because two people wrote it at the same time last Friday.',
};

describe('the messages found', () => {
  it('are rows with session, time, speaker and the text around the words', () => {
    expect(hitRows([hit, { ...hit, speaker: 'Max', before: '', after: '!' }], createRecordingTerminal())).toEqual([
      '20261117-224432-897b51  2026-11-17 22:44  Sarah  it closely, it turns out that the Lockfile is stale, because two people wrote it at the same time last Friday.',
      '20261117-224432-897b51  2026-11-17 22:44  Max    Lockfile!',
    ]);
  });

  it('fit the screen, and show the words', () => {
    for (const columns of [80, 90, 120, 400]) {
      for (const before of ['', 'x'.repeat(80), '漢字'.repeat(40), hit.before]) {
        const [row = ''] = hitRows([{ ...hit, before }], createRecordingTerminal(columns));
        expect(stringWidth(row)).toBeLessThanOrEqual(Math.min(columns, 160));
        expect(row).toContain('Lockfile');
      }
    }
  });

  it('cannot make the terminal act', () => {
    const evil = 'a\u001b]0;x\u0007\nb';
    const [row = ''] = hitRows(
      [{ ...hit, speaker: evil, before: evil, found: evil, after: evil }],
      createRecordingTerminal(),
    );
    expect(row).not.toMatch(/\p{Cc}/u);
  });

  it('are none without hits', () => {
    expect(hitRows([], createRecordingTerminal(80))).toEqual([]);
  });
});
