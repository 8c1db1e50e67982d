import type { Api, ReceivedRequest } from '../model-server/index.ts';

/** The texts of a request, as a model would read them. */
interface RequestTexts {
  /** The last text of the conversation. */
  readonly last: string;
  /** All other texts of the conversation. */
  readonly before: string;
  /** The system text. */
  readonly system: string;
}

type Texts = string | readonly { readonly text?: string; readonly content?: Texts; readonly parts?: Texts }[];

/** All texts in a part of a request, in order. */
function textsIn(part: Texts | undefined): string[] {
  if (part === undefined) return [];
  if (typeof part === 'string') return [part];
  return part.flatMap(({ text, content, parts }) => text ?? textsIn(content ?? parts));
}

type Places = { readonly conversation: Texts | undefined; readonly system: Texts | undefined };

const PLACES: Readonly<Record<Exclude<Api, 'other'>, (body: ReceivedRequest['body']) => Places>> = {
  anthropic: ({ messages, system }) => ({ conversation: messages, system }),
  openai: ({ input, instructions }) => ({ conversation: input, system: instructions }),
  gemini: ({ contents, systemInstruction }) => ({ conversation: contents, system: systemInstruction?.parts }),
  'openai-chat': ({ messages }) => ({
    conversation: messages.filter(({ role }: { role: string }) => role !== 'system'),
    system: messages.filter(({ role }: { role: string }) => role === 'system'),
  }),
};

/** Splits the body of a model call into its texts. */
export function requestTexts({ api, body }: ReceivedRequest): RequestTexts {
  if (api === 'other') throw new Error('This request is not a model call.');
  const { conversation, system } = PLACES[api](body);
  const texts = textsIn(conversation);
  return { last: texts.at(-1) ?? '', before: texts.slice(0, -1).join('\n'), system: textsIn(system).join('\n') };
}
