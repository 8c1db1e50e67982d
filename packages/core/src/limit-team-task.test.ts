import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

it('a team task that is not a string is refused, and the previous task stays', () => {
  const context = new ContextManager();
  context.setTeamTask('Write the tests');
  expect(() => context.setTeamTask(7 as never)).toThrow(new TypeError('The team task must be a string'));
  expect(context.getTeamTask()).toBe('Write the tests');
});
