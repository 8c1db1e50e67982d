import * as z from 'zod';
import { commandFlags } from './command-flags-schema.ts';
import { commandOutputSchema } from './command-output-schema.ts';
import { envSchema } from './env-schema.ts';
import { oneLine } from './one-line.ts';

/** A role is a line in the prompts of all others. */
const MAX_ROLE_LENGTH = 200;

// Brackets, commas and `!` would end or split a name inside `[NEXT: …]`: nobody could ever call such a member.
const name = z
  .string()
  .min(1)
  .regex(/^[^[\],，!！\r\n]+$/u, {
    error: 'a name holds no line break and none of [ ] , ! because they mean something inside [NEXT: …]',
  });
const text = z.string().min(1);
const positiveInteger = z.int().min(1);
const role = oneLine()
  .max(MAX_ROLE_LENGTH, { error: `must be one line of at most ${MAX_ROLE_LENGTH} characters` })
  .describe('What the member is there for, in one line that the other agents are shown.');

const id = name.describe('Stable id of the member, unique in the team. Others can call it by this name.');
const displayName = name.describe('Name shown to the others; they can call the member by it.');

const humanSchema = z
  .strictObject({
    id,
    name: name.optional().describe('Another name others can call the member by.'),
    displayName: displayName.optional(),
    role: role.optional(),
    type: z.literal('human').describe('A member who types.'),
  })
  .describe('A human member.');

const apiSchema = z
  .strictObject({
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of the service; default: the SDK’s own.'),
    apiKeyEnv: envName().optional().describe('Name of the variable that holds the key; never the key itself.'),
    textTools: z.boolean().optional().describe('For models without native tool calls: describe tools in text.'),
    think: z.boolean().optional().describe('Read <think> blocks as reasoning.'),
  })
  .describe('For agentType gemini-api and openai-api.');

const agentSchema = z
  .strictObject({
    id,
    name: name.optional().describe('Another name others can call the member by.'),
    displayName: displayName.optional(),
    role: role.optional(),
    type: z.literal('ai').describe('A member that is a program or a model API.'),
    agentType: text.describe(
      'claude, codex, gemini, qwen, opencode, copilot, command, gemini-api, openai-api, or your own type with a command.',
    ),
    model: text.optional().describe('Model name handed to the agent.'),
    systemInstruction: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Who the agent is and how it should behave: a text or a list of lines.'),
    instructionFile: text
      .optional()
      .describe('A text file with more instructions, relative to this file; read at each turn.'),
    cwd: text.optional().describe('Working directory, relative to this file.'),
    env: envSchema(envName()).optional(),
    args: z.array(z.string()).optional().describe('More arguments for the agent’s program. Needs --allow-full.'),
    windowSize: z
      .int()
      .min(0)
      .optional()
      .describe('Messages before the current one the agent sees. Default: all that the budget has room for.'),
    maxTokens: positiveInteger.optional().describe('Budget of a prompt, in estimated tokens. Default 64000.'),
    maxBytes: positiveInteger.optional().describe('Budget of a prompt, in bytes of UTF-8. Default 786432.'),
    memory: z
      .enum(['native', 'fresh'])
      .optional()
      .describe(
        'native: the agent goes on in a session of its own and is sent what is new. fresh: it is sent everything, every turn. Default native where the agent’s sessions can be trusted.',
      ),
    permissions: z
      .enum(['read-only', 'edit', 'full'])
      .optional()
      .describe(
        'What the agent may do on its own. Default read-only; full needs --allow-full. For a command see permissionArgs.',
      ),
    onLost: z
      .enum(['ask', 'retry'])
      .optional()
      .describe(
        'What becomes of a turn that was cut off: ask a human, or run it again. Default: only read-only agents run again.',
      ),
    timeoutMs: positiveInteger.optional().describe('Longest time for one turn.'),
    idleTimeoutMs: positiveInteger.optional().describe('Longest time without a sign of life.'),
    standIn: name
      .optional()
      .describe(
        'Id of the agent that answers when this one cannot, for quota, rate limit or sign-in. It may do no more than this one.',
      ),
    command: z
      .union([text, z.array(text).min(1)])
      .optional()
      .describe(
        'For agentType command: the program, or a list of the program and its arguments. No shell is involved.',
      ),
    output: commandOutputSchema.optional(),
    ...commandFlags,
    api: apiSchema.optional(),
  })
  .describe('An agent.');

const limitsSchema = z
  .strictObject({
    costUsd: z.number().positive().optional().describe('US dollars, as far as the cost is known.'),
    tokens: positiveInteger
      .optional()
      .describe('Tokens read and written; estimated where an agent does not report them.'),
    minutes: z.number().positive().optional().describe('The time of all turns together.'),
  })
  .describe('What the agents of one session may use up; then the human gets the floor.');

/** What a team file may hold, before the checks that look at several fields at once. */
export const teamFileSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  name: text.describe('Name of the team.'),
  task: z.string().optional().describe('What the whole team works on; every agent sees it.'),
  maxTurns: positiveInteger
    .optional()
    .describe('Agent turns since a human last spoke, then the human gets the floor. Default 20.'),
  parallel: z.boolean().optional().describe('Members called by one message run at the same time. Default false.'),
  agentsMaySetTask: z
    .boolean()
    .optional()
    .describe('Whether [TEAM_TASK: …] counts when an agent says it. Default false.'),
  briefing: z
    .boolean()
    .optional()
    .describe('Tell each agent who is here, how to hand over and whose words count. Default true.'),
  guarded: z
    .boolean()
    .optional()
    .describe('Write prompts in which nobody’s words can pass for another’s. Default true.'),
  limits: limitsSchema.optional(),
  members: z
    .array(z.discriminatedUnion('type', [humanSchema, agentSchema]))
    .min(1)
    .describe('Who is in the team; the first human gets the floor when nobody is called.'),
});

/** The team file as it was written. */
export type TeamFileContent = z.infer<typeof teamFileSchema>;

/** How the output of a command is read. */
export type CommandOutput = z.infer<typeof commandOutputSchema>;

/** How a model API is reached. */
export type ApiSettings = z.infer<typeof apiSchema>;

/** The known keys of the parts of a team file, for suggestions. */
export const KNOWN_KEYS = {
  team: Object.keys(teamFileSchema.shape),
  human: Object.keys(humanSchema.shape),
  ai: Object.keys(agentSchema.shape),
  api: Object.keys(apiSchema.shape),
  limits: Object.keys(limitsSchema.shape),
} as const satisfies Record<string, readonly string[]>;

function envName() {
  return z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be the name of an environment variable, such as MY_TOKEN' });
}
