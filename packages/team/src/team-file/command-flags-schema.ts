import * as z from 'zod';

const args = z.array(z.string()).optional();
const flag = z.string().min(1);

/** Fields of a command that say how it is told its permissions, its model and the session to go on with. */
export const commandFlags = {
  permissionArgs: z
    .strictObject({ 'read-only': args, edit: args, full: args })
    .optional()
    .describe('For agentType command: the arguments that hold it to each permission. Without them it is unrestricted.'),
  modelFlag: flag.optional().describe('For agentType command: the flag that takes the model, such as --model.'),
  resumeFlag: flag
    .optional()
    .describe('For agentType command: the flag that takes the session to go on with. Needs output.sessionId.'),
};
