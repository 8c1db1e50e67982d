import { describe, expect, it } from 'vitest';
import { teamOf } from '../__fixtures__/team-of.ts';
import { createMemberDirectory } from '../members/member-directory.ts';
import { withPermissionAdvice } from './denied-notice.ts';

const [sarah] = createMemberDirectory(teamOf(['sarah'])).agents;
const denied = { type: 'notice', kind: 'permission-denied', message: 'Write was not allowed' } as const;

describe('a notice about a denied permission', () => {
  it('names the field of the team file that would allow it', () => {
    expect(withPermissionAdvice(denied, sarah!)).toMatchObject({
      message: expect.stringContaining('`permissions: edit`'),
    });
    expect(withPermissionAdvice(denied, { ...sarah!, permissions: 'edit' })).toMatchObject({
      message: expect.stringMatching(/^Write was not allowed \(`permissions: full`/),
    });
  });

  it('is unchanged when the member already has full permissions, and so are other events', () => {
    const retry = { type: 'notice', kind: 'retry', message: 'again' } as const;
    expect(withPermissionAdvice(denied, { ...sarah!, permissions: 'full' })).toBe(denied);
    expect(withPermissionAdvice(retry, sarah!)).toBe(retry);
  });
});
