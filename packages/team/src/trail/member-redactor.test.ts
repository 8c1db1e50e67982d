import { expect, it } from 'vitest';
import { memberRedactor } from './member-redactor.ts';

it('knows what a member was given, whatever its name: its variables and the key of its API', () => {
  const host = { WORK_ACCESS: 'for-the-agent', OUR_MODELS: 'for-the-api', CITY: 'not a secret' };
  const member = { env: [{ name: 'ACCESS', from: 'WORK_ACCESS' }], api: { apiKeyEnv: 'OUR_MODELS' } };
  const redact = memberRedactor(member, host);
  expect(redact('for-the-agent, for-the-api, not a secret')).toBe('[redacted], [redacted], not a secret');
});
