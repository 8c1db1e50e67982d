import { normalizeAgentType } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { AGENT_CLI_TYPES, AGENT_CLIS, findAgentCli } from './agent-clis.ts';

describe('the agent CLIs that ctx knows by name', () => {
  it('have one row for each agent type, with a driver of this type', () => {
    expect(AGENT_CLIS.map(({ agentType }) => agentType)).toEqual(AGENT_CLI_TYPES);
    for (const { agentType, createDriver } of AGENT_CLIS) {
      expect(createDriver({}).agentType).toBe(normalizeAgentType(agentType));
    }
  });

  it('are found by any name of their type', () => {
    expect(findAgentCli('claude')?.name).toBe('Claude Code');
    expect(findAgentCli('Claude-Code')?.name).toBe('Claude Code');
    expect(findAgentCli('qwen')?.name).toBe('Qwen Code');
    expect(['command', 'constructor', ''].map(findAgentCli)).toEqual([undefined, undefined, undefined]);
  });
});
