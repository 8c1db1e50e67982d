// Uses every package that needs no Node. It uses only the language and the packages, so it runs in every runtime.
import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import { PlainTextAssembler } from '@ctx/assembler-plain';
import { normalizeAgentType } from '@ctx/contract';
import { ContextManager, CtxError } from '@ctx/core';
import { parseMarkers } from '@ctx/core/markers';
import {
  ChatHistory,
  compressHistory,
  filterThinking,
  parseToolCalls,
  toGeminiRequest,
  toOpenAIRequest,
} from '@ctx/model-context';
import { estimateTokens } from '@ctx/tokens';
import { truncateToBytes } from '@ctx/trimmer';

const AGENT_TYPES = ['claude-code', 'codex', 'gemini', 'plain'];

/**
 * Everything the packages return, as plain data. It must be the same in every runtime.
 * @returns {Promise<import('../program-result.ts').ProgramResult>}
 */
export async function tryAll() {
  return JSON.parse(
    JSON.stringify({
      prompts: tryConversation(),
      markers: parseMarkers('Done. [NEXT: max, 小明]'),
      model: await tryModel(),
      tokens: ['Hello, world', '你好，世界', '👋🏽'].map(estimateTokens),
      truncated: truncateToBytes('a👋🏽b', 3),
      agentType: normalizeAgentType('Gemini'),
    }),
  );
}

function tryConversation() {
  const options = {
    assemblers: [
      new ClaudeContextAssembler(),
      new CodexContextAssembler(),
      new GeminiContextAssembler(),
      new PlainTextAssembler({ agentType: 'plain' }),
    ],
    contextWindowSize: Infinity,
  };
  const context = new ContextManager(options);
  context.setTeamTask('Ship version 2 – 发布 🚀.');
  for (let index = 0; index < 50; index += 1) {
    const type = index % 2 === 0 ? 'human' : 'ai';
    context.addMessage({
      id: `m${index}`,
      timestamp: '2026-01-01T00:00:00.000Z',
      speaker: { roleId: `r${index % 3}`, roleName: ['Kim', 'Max', '小明'][index % 3], type },
      content: `Why is build ${index} red? 为什么？ [NEXT: gem]\n\`\`\`js\n  [NEXT: nobody]\n\`\`\``,
    });
  }
  const copy = new ContextManager(options);
  copy.importSnapshot(JSON.parse(JSON.stringify(context.exportSnapshot())));
  return AGENT_TYPES.map((agentType) => {
    const turn = { systemInstruction: 'You are Gem.', maxBytesOverride: 2_000 };
    const { prompt, receipt } = context.assembleForAgent('gem', agentType, turn);
    const chunks = copy.assembleForAgent('gem', agentType, { ...turn, format: 'chunks' }).prompt;
    const bytesOfCopy = [...chunks].flatMap((chunk) => [...chunk]);
    return { agentType, prompt, receipt, bytesOfCopy, tooSmall: tooSmall(context, agentType) };
  });
}

/** @param {ContextManager} context @param {string} agentType */
function tooSmall(context, agentType) {
  try {
    context.assembleForAgent('gem', agentType, { maxBytesOverride: 1 });
    return 'fits';
  } catch (error) {
    return CtxError.isInstance(error) ? error.code : String(error);
  }
}

async function tryModel() {
  const history = new ChatHistory();
  for (let turn = 0; turn < 20; turn += 1) {
    history.record({ role: 'user', parts: [{ text: `Question ${turn} 🙋?` }] }, [
      {
        role: 'model',
        parts: [{ text: 'I look. ' }, { functionCall: { name: 'read', args: { path: `${turn}.txt` } } }],
      },
    ]);
    history.record({ role: 'user', parts: [{ functionResponse: { name: 'read', response: { text: 'alpha' } } }] }, [
      { role: 'model', parts: [{ text: `Answer ${turn}.` }] },
    ]);
  }
  const tools = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }];
  const requests = [toGeminiRequest, toOpenAIRequest].flatMap((request) =>
    [true, false].map((textTools) => request({ model: 'qwen3', history, tools, textTools, think: false })),
  );
  const outcome = await compressHistory(history, {
    tokenLimit: 400,
    summarize: async (older) => `${older.length} contents before.`,
  });
  const { toolCalls } = parseToolCalls('{"tool_call":{"name":"read","arguments":{"path":"a"}}}');
  return {
    requests,
    status: outcome?.status,
    compressed: history.getHistory(),
    calls: toolCalls.map(({ name, args }) => ({ name, args })),
    visible: filterThinking('<think>They greet me.</think>\n\nHello!', 'qwen3'),
  };
}
