import type { AssemblerInput, Layout, PromptContextMessage } from '@ctx/contract';

/** How one agent's prompts look. A missing heading means that the section has none. */
export interface ConversationFormat {
  /** `systemFlag: true` sends them to the agent's system-prompt flag instead of into the prompt. */
  readonly instructions: { readonly heading?: string | undefined; readonly systemFlag?: boolean | undefined };
  readonly task: { readonly heading?: string | undefined };
  readonly context: {
    readonly heading?: string | undefined;
    /** One message of the conversation as text. Pure. */
    readonly line: (message: PromptContextMessage) => string;
  };
  readonly message: { readonly heading?: string | undefined };
}

/**
 * The layout most agents want: instructions, team task, conversation, current message, in this order. Instructions,
 * task and message are trimmed, and left out with their heading when nothing is left of them.
 */
export function conversationLayout(input: AssemblerInput, format: ConversationFormat): Layout {
  const { instructions, task, context, message } = format;
  return {
    blocks: [
      { name: 'instructions', heading: instructions.heading, shrink: 'never', text: joinInstructions(input) },
      { name: 'task', heading: task.heading, shrink: 'never', text: input.teamTask?.trim() ?? '' },
      {
        name: 'context',
        heading: context.heading,
        shrink: 'oldest',
        messages: input.contextMessages,
        line: context.line,
      },
      { name: 'message', heading: message.heading, shrink: 'end', text: input.currentMessage.trim() },
    ],
    systemFlag: instructions.systemFlag ? 'instructions' : undefined,
  };
}

function joinInstructions({ systemInstruction, instructionFileText }: AssemblerInput): string {
  const instruction = systemInstruction?.trim() ?? '';
  const fileText = instructionFileText?.trim() ?? '';
  return instruction && fileText ? `${instruction}\n\n${fileText}` : instruction || fileText;
}
