import * as z from 'zod';
import { AGENT_TYPES } from './agent-types.ts';
import { commandFlags } from './command-flags-schema.ts';
import { commandOutputSchema } from './command-output-schema.ts';
import { envSchema } from './env-schema.ts';
import { oneLine } from './one-line.ts';

/** A role is one line in the prompts of all other members. */
const MAX_ROLE_LENGTH = 200;

// Brackets, commas and `!` would end or split a name inside `[NEXT: …]`, so such a member could never be called.
const name = z
  .string()
  .min(1)
  .regex(/^[^[\],，!！\r\n]+$/u, {
    error: 'a name must not contain line breaks or any of [ ] , ! because they have a meaning inside [NEXT: …]',
  });
const text = z.string().min(1);
const positiveInteger = z.int().min(1);
const role = oneLine()
  .max(MAX_ROLE_LENGTH, { error: `must be one line of at most ${MAX_ROLE_LENGTH} characters` })
  .describe('The job of the member, in one line that is shown to the other agents.');

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
    textTools: z.boolean().optional().describe('For models without native tool calls: describe tools as text.'),
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
    agentType: text.describe(`${AGENT_TYPES.join(', ')}, or your own type with a command.`),
    model: text.optional().describe('Name of the model, passed to the agent.'),
    systemInstruction: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Who the agent is and how it should behave: text or a list of lines.'),
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
      .describe('How many messages before the current one the agent sees. Default: as many as fit into the budget.'),
    maxTokens: positiveInteger
      .optional()
      .describe('Budget of a prompt, in estimated tokens. Default: 60 % of the known window of its model, else 64000.'),
    maxBytes: positiveInteger.optional().describe('Budget of a prompt, in bytes of UTF-8. Default 786432.'),
    memory: z
      .enum(['native', 'fresh'])
      .optional()
      .describe(
        'native: the agent continues its own session and is sent only new messages. fresh: it is sent everything, every turn. Default: native for agents that keep sessions.',
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
        'What to do after a turn was cut off: ask a human, or retry it. Default: retry only for read-only agents.',
      ),
    timeoutMs: positiveInteger.optional().describe('Longest time for one turn, in milliseconds.'),
    idleTimeoutMs: positiveInteger.optional().describe('Longest time without progress, in milliseconds.'),
    standIn: name
      .optional()
      .describe(
        'Id of the agent that answers when this one cannot because of quota, rate limit or sign-in. It may not have more permissions than this one.',
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
    costUsd: z.number().positive().optional().describe('US dollars. Only known cost counts.'),
    tokens: positiveInteger
      .optional()
      .describe('Input and output tokens together; estimated where an agent does not report them.'),
    minutes: z.number().positive().optional().describe('Minutes of all turns together.'),
  })
  .describe('Limits of one session. When one is reached, the human gets the floor.');

/** The schema of a team file. Checks that involve several fields follow in `checkMembers`. */
export const teamFileSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  name: text.describe('Name of the team.'),
  task: z.string().optional().describe('What the whole team works on; every agent sees it.'),
  maxTurns: positiveInteger
    .optional()
    .describe('Agent turns since a human last spoke, after which the human gets the floor. Default 20.'),
  parallel: z.boolean().optional().describe('Members called by one message run at the same time. Default false.'),
  agentsMaySetTask: z
    .boolean()
    .optional()
    .describe('Whether agents can set the task with [TEAM_TASK: …]. Default false.'),
  briefing: z
    .boolean()
    .optional()
    .describe('Tell each agent who is in the team, how to hand over and who can give permission. Default true.'),
  guarded: z
    .boolean()
    .optional()
    .describe('Write prompts in which no member’s text can look like another member’s. Default true.'),
  limits: limitsSchema.optional(),
  members: z
    .array(z.discriminatedUnion('type', [humanSchema, agentSchema]))
    .min(1)
    .describe('The members of the team. The first human gets the floor when nobody is called.'),
});

/** The content of a valid team file, without defaults. */
export type TeamFileContent = z.infer<typeof teamFileSchema>;

/** How the answer is read from a command's output. */
export type CommandOutput = z.infer<typeof commandOutputSchema>;

/** Settings of a member behind a model API. */
export type ApiSettings = z.infer<typeof apiSchema>;

/** The keys of each part of a team file, for suggestions. */
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
