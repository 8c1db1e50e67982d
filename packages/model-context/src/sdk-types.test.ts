import type {
  Content as GeminiContent,
  Part as GeminiPart,
  GenerateContentParameters,
  GenerateContentResponse,
} from '@google/genai';
import type { OpenAI } from 'openai';
import { describe, expectTypeOf, it } from 'vitest';
import {
  ChatHistory,
  type Content,
  type GeminiRequest,
  type OpenAIMessage,
  type OpenAIRequest,
  type OpenAITool,
  type Part,
  toGeminiRequest,
  toOpenAIRequest,
} from './index.ts';

// The compiler checks these: `tsc` fails if our types no longer fit the SDKs'.
describe('types of the official SDKs', () => {
  it('contents of @google/genai go in and out as they are', () => {
    expectTypeOf<GeminiContent>().toExtend<Content>();
    expectTypeOf<Content>().toExtend<GeminiContent>();
    expectTypeOf<GeminiPart>().toExtend<Part>();
    expectTypeOf<Part>().toExtend<GeminiPart>();

    const history = new ChatHistory([] as GeminiContent[]);
    const answer = { candidates: [] } as unknown as GenerateContentResponse;
    const output = answer.candidates?.flatMap((candidate) => candidate.content ?? []) ?? [];
    history.record({ role: 'user' } as GeminiContent, output, answer.automaticFunctionCallingHistory);
    const contents: GeminiContent[] = history.requestContents({ text: 'a' } as GeminiPart);
    expectTypeOf(contents).toEqualTypeOf<GeminiContent[]>();
  });

  it('a Gemini request is what generateContent takes', () => {
    expectTypeOf<GeminiRequest>().toExtend<GenerateContentParameters>();
    const request: GenerateContentParameters = toGeminiRequest({ model: 'm', contents: [] as GeminiContent[] });
    expectTypeOf(request.model).toEqualTypeOf<string>();
  });

  it('an OpenAI request is what chat.completions.create takes, streamed or not', () => {
    expectTypeOf<OpenAIMessage>().toExtend<OpenAI.ChatCompletionMessageParam>();
    expectTypeOf<OpenAITool>().toExtend<OpenAI.ChatCompletionTool>();
    expectTypeOf<OpenAIRequest>().toExtend<OpenAI.ChatCompletionCreateParamsNonStreaming>();
    const request = toOpenAIRequest({ model: 'm', contents: [] });
    const streamed: OpenAI.ChatCompletionCreateParamsStreaming = { ...request, stream: true };
    expectTypeOf(streamed.stream).toEqualTypeOf<true>();
  });
});
