import { redactUrl } from '@ctx/store-postgres';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine/open-engine.ts';
import { resumeCommand } from './resume-command.ts';

const session = { sessionId: 's1', directory: '.ctx/sessions' };

describe('the command that resumes a session', () => {
  it('names the team file if the person did', () => {
    expect(resumeCommand(session, {})).toMatch(/ resume s1$/);
    expect(resumeCommand(session, { team: 'my team.yaml' })).toMatch(/ resume -t 'my team\.yaml' s1$/);
  });

  it('names the engine and the queue if the person did, without their passwords', () => {
    const inEngine = { ...session, engine: { store: { redactUrl } } as unknown as Engine };
    expect(resumeCommand(inEngine, {})).toMatch(/ resume s1$/);
    const given = { engine: 'postgres://ctx:secret@db/ctx', queue: 'redis://:secret@queue:6379' };
    expect(resumeCommand(inEngine, given)).toMatch(
      / resume --engine 'postgres:\/\/ctx:\*\*\*@db\/ctx' --queue 'redis:\/\/:\*\*\*@queue:6379' s1$/,
    );
  });
});
