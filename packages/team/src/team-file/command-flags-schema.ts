import * as z from 'zod';

const args = z.array(z.string()).optional();
const flag = z.string().min(1);

/** Fields that say how a command is given its permissions, its model and the session to continue. */
export const commandFlags = {
  permissionArgs: z
    .strictObject({ 'read-only': args, edit: args, full: args })
    .optional()
    .describe(
      'For agentType command: the arguments that limit it to each permission. Without them it is unrestricted.',
    ),
  modelFlag: flag.optional().describe('For agentType command: the flag that takes the model, such as --model.'),
  resumeFlag: flag
    .optional()
    .describe('For agentType command: the flag that takes the session to continue. Needs output.sessionId.'),
};
