import type { AgentTurn } from '@ctx/contract';
import { CtxError } from '@ctx/contract';
import { expect, it } from 'vitest';
import { createTrustedExecutor } from './trusted-executor.ts';

it('a turn of a member whose files changed is not run; those of others are', async () => {
  const ran: string[] = [];
  const executor = createTrustedExecutor(
    {
      async *run({ member }) {
        ran.push(member);
        yield { type: 'turn-end', result: { status: 'completed', text: 'Done.' } };
      },
    },
    {
      async check(member) {
        if (member === 'max') throw new CtxError('CTX_NOT_TRUSTED', 'Changed.');
      },
      askWith() {},
      projectTexts: {},
    },
  );
  const turn = async (member: string) => {
    const signal = new AbortController().signal;
    for await (const event of executor.run({ member } as AgentTurn, { signal })) return event;
  };
  await expect(turn('max')).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
  expect(await turn('gina')).toMatchObject({ type: 'turn-end' });
  expect(ran).toEqual(['gina']);
});
