// The rows of the conversation tables, in order. They are here and not in the subjects' files, so that a peer's name is
// known without loading the peer. `modes` are the modes for (a) to (e); (f) always uses `turns`.

const LIST = 'less: a list of messages, no text, no receipt, cuts no message';

const ROWS = [
  { id: 'floor-join', name: 'floor: one Array.join of the ready parts', modes: ['warm'] },
  { id: 'floor-copy', name: 'floor: one copy of the ready bytes', modes: ['warm'], isSteadyOnly: true },
  { id: 'ctx-assembler', name: 'ctx `assembler.assemble(input)`', modes: ['cold', 'warm'] },
  { id: 'ctx-manager', name: 'ctx `assembleForAgent(…)`, string', modes: ['cold', 'warm'] },
  {
    id: 'ctx-chunks-copied',
    name: 'ctx `assembleForAgent(…)`, chunks copied into a reused buffer',
    modes: ['cold', 'warm'],
  },
  { id: 'ctx-chunks', name: 'ctx `assembleForAgent(…)`, chunks only', modes: ['cold', 'warm'] },
  { id: 'mastra', package: '@mastra/core', name: 'TokenLimiter', does: LIST },
  {
    id: 'promptrix',
    package: 'promptrix',
    name: 'ConversationHistory',
    does: 'less: the conversation as text, no other section, no receipt, cuts no message',
  },
  { id: 'langchain', package: '@langchain/core', name: 'trimMessages', does: LIST },
  { id: 'llamaindex', package: '@llamaindex/core', name: 'Memory.getLLM', does: LIST },
  { id: 'modelfusion', package: 'modelfusion', name: 'trimChatPrompt', does: `${LIST}; drops two at a time` },
  {
    id: 'prompt-tsx',
    package: '@vscode/prompt-tsx',
    name: 'PrioritizedList',
    does: 'more: a tree of elements with priorities; less: a list of messages, no text, no receipt',
  },
  {
    id: 'beeai',
    package: 'beeai-framework',
    name: 'TokenMemory',
    does: `${LIST}; trims when a message is added, so a call fills a whole memory, and in (f) a turn adds one message; its estimate is exact here, so counting again (sync) is turned off`,
  },
  {
    id: 'ai-sdk',
    package: 'ai',
    name: 'pruneMessages (reference)',
    does: 'something else: removes reasoning and tool calls, has no budget, counts nothing',
  },
];

/** The peers: `{ id, package, name, does }`. */
export const PEERS = ROWS.filter((row) => row.package !== undefined);

/** The rows for one workload: `{ id, name, package?, mode, module, isOwn }`. */
export function subjectsFor(workload, { withPeers, subjects }) {
  return ROWS.filter(({ id }) => subjects === undefined || subjects.includes(id))
    .filter((row) => withPeers || row.package === undefined)
    .filter((row) => workload !== 'f' || !row.isSteadyOnly)
    .flatMap(({ modes = ['warm'], ...row }) =>
      (workload === 'f' ? ['turns'] : modes).map((mode) => ({
        ...row,
        mode,
        module: new URL(`./${row.id}.mjs`, import.meta.url).href,
        isOwn: row.package === undefined,
      })),
    );
}
