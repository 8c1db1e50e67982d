import type { PromptContextMessage } from '@ctx/contract';
import type { Parts, Steps } from './standalone-assembler.ts';

type Render = Steps['render'];

const joined = (texts: readonly (string | false)[], separator: string) => texts.filter(Boolean).join(separator);

/** All lines of the conversation: the messages, their deeds and what is said about their order as messages from ctx. */
export function spoken({ context, newer = 0, lastDeeds }: Pick<Parts, 'context' | 'newer' | 'lastDeeds'>) {
  const fromCtx = (text: string | undefined): PromptContextMessage[] => (text ? [{ from: 'ctx', content: text }] : []);
  const said = context.flatMap((message) => [message, ...fromCtx(message.deeds)]);
  return [...said, ...fromCtx(orderOf(Math.min(newer, context.length))), ...fromCtx(lastDeeds)];
}

function orderOf(newer: number): string {
  if (newer === 0) return '';
  return `The last ${newer === 1 ? 'message' : `${newer} messages`} above came after the message below.`;
}

export const renderSections: Render = ({ instructions, task, message, ...said }) => ({
  prompt: joined(
    [
      instructions.length > 0 && `[SYSTEM]\n${instructions.join('\n\n')}`,
      task !== '' && `[TASK]\n${task}`,
      spoken(said).length > 0 && `[CONTEXT]\n${spoken(said).map(sectionLine).join('\n')}`,
      message !== '' && `[MESSAGE]\n${message}`,
    ],
    '\n\n',
  ),
  systemFlag: undefined,
});

export const sectionLine = ({ from, to, content }: PromptContextMessage) => `- ${from} -> ${to ?? 'all'}: ${content}`;

/** Tags around every part and around the whole prompt. The instructions are in the system flag. */
export const renderXml: Render = ({ instructions, task, message, ...context }) => {
  const said = spoken(context).map(
    ({ from, to, content }) => `<said by="${from}"${to ? ` to="${to}"` : ''}>${content}</said>`,
  );
  const inner = joined(
    [
      task !== '' && `<task>${task}</task>`,
      said.length > 0 && `<context>${said.join('')}</context>`,
      message !== '' && `<message>${message}</message>`,
    ],
    '',
  );
  return {
    prompt: inner === '' ? '' : `<prompt>${inner}</prompt>`,
    systemFlag: instructions.length === 0 ? undefined : instructions.map((text) => `<rule>${text}</rule>`).join(''),
  };
};

/** A JSON header before each text. The texts themselves are unchanged. */
export const renderJsonLines: Render = ({ instructions, task, message, ...said }) => {
  const entry = (header: Record<string, string>, text: string) => `${JSON.stringify(header)}\n${text}\n`;
  return {
    prompt: [
      ...instructions.map((text) => entry({ role: 'system' }, text)),
      ...(task === '' ? [] : [entry({ role: 'task' }, task)]),
      ...spoken(said).map(({ from, content }) => entry({ role: 'context', from }, content)),
      ...(message === '' ? [] : [entry({ role: 'user' }, message)]),
    ].join(''),
    systemFlag: undefined,
  };
};

/** A numbered list under headings, with the speaker after the content. */
export const renderMarkdown: Render = ({ instructions, task, message, ...said }) => ({
  prompt: joined(
    [
      task !== '' && `# ${task}`,
      instructions.length > 0 && instructions.map((text) => `> ${text}`).join('\n>\n'),
      spoken(said).length > 0 &&
        `## So far\n\n${spoken(said)
          .map(({ from, content }, at) => `${at + 1}. ${content} (${from})`)
          .join('\n')}`,
      message !== '' && `## Now\n\n${message}\n`,
    ],
    '\n\n---\n\n',
  ),
  systemFlag: undefined,
});

/** The message first, everything else after it. */
export const renderMessageFirst: Render = ({ instructions, task, message, ...said }) => ({
  prompt: joined(
    [
      message !== '' && `QUESTION ${message} END`,
      spoken(said).length > 0 &&
        `Background (漢): ${spoken(said)
          .map(({ from, content }) => `${from} said «${content}»`)
          .join('; ')}.`,
      task !== '' && `Goal: ${task}.`,
    ],
    ' ',
  ),
  systemFlag: instructions.length === 0 ? undefined : instructions.join(' • '),
});

/** Instructions and message only, for an agent that keeps the task elsewhere. */
export const renderWithoutTask: Render = (parts) => renderSections({ ...parts, task: '' });

/** The newest message first, each with its deeds. */
export const renderNewestFirst: Render = ({ context, lastDeeds, ...parts }) => {
  const messages = context.map((message) => spoken({ context: [message], lastDeeds: '' }));
  const reversed = [...messages.reverse().flat(), ...spoken({ context: [], lastDeeds })];
  return renderSections({ ...parts, context: reversed.map(({ deeds: _, ...message }) => message), lastDeeds: '' });
};
