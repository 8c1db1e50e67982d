import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import { ContextManager } from '@ctx/core';

/**
 * Shared by all rows of `ContextManager`: a manager with the whole conversation. In (f), each turn first adds one message,
 * and this is part of the measured call.
 */
export function createManagerSubject(conversation, { format, assemble, promptOf }) {
  const { turns, maxBytes, teamTask, systemInstruction } = conversation;
  const added = conversation.messages.map(({ from, to, content }) => ({
    content,
    speaker: { roleId: from.toLowerCase(), roleName: from, type: 'human' },
    routing: { resolvedAddressees: [to] },
  }));
  const options = { systemInstruction, windowSizeOverride: Number.POSITIVE_INFINITY, format };
  const createManager = () => {
    const manager = new ContextManager({ maxBytes, assemblers: [new GeminiContextAssembler()] });
    manager.setTeamTask(teamTask);
    return manager;
  };
  return {
    fresh() {
      const manager = createManager();
      if (!turns) for (const message of added) manager.addMessage(message);
      return manager;
    },
    call(manager, turn) {
      if (turns) manager.addMessage(added[turn]);
      return assemble(manager, options);
    },
    promptOf,
  };
}
