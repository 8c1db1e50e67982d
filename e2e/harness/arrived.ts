import type { Api, ReceivedRequest } from '../model-server/index.ts';

/** What came with a request, as a model would read it. */
export interface Arrived {
  /** The very last text of the request: a prompt that is not whole and last is not here. */
  readonly last: string;
  /** Every other text of the conversation's part of the request. */
  readonly before: string;
  /** What is in the place the API has for system text. */
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

/** Takes a request apart. */
export function arrived({ api, body }: ReceivedRequest): Arrived {
  if (api === 'other') throw new Error('This is no request for an answer.');
  const { conversation, system } = PLACES[api](body);
  const texts = textsIn(conversation);
  return { last: texts.at(-1) ?? '', before: texts.slice(0, -1).join('\n'), system: textsIn(system).join('\n') };
}
