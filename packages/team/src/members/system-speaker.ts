import type { Speaker } from '@ctx/contract';

/** The speaker of messages that ctx itself adds to the transcript. */
export const SYSTEM_SPEAKER: Speaker = { roleId: 'system', roleName: 'System', type: 'system' };
