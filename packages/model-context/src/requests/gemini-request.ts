import type { Content, Part } from '../content.ts';
import { parametersOf } from '../tools/tool-definition.ts';
import { geminiName } from './accepted-name.ts';
import { partText } from './media-placeholder.ts';
import { prepareRequest } from './prepare-request.ts';
import type { RequestOptions } from './request-options.ts';
import { callText, resultText } from './tool-text.ts';
import type { CallsTurn, PairedCall, Turn } from './turn.ts';

/** A tool as Gemini wants it declared. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  parametersJsonSchema: Record<string, unknown>;
}

/** Parameters of `generateContent` and `generateContentStream` of `@google/genai`. */
export interface GeminiRequest {
  model: string;
  contents: Content[];
  config?: {
    systemInstruction?: string;
    tools?: { functionDeclarations: GeminiFunctionDeclaration[] }[];
  };
}

/**
 * A request for Gemini's own API. Contents go as they are, with calls and results paired; with `textTools` the
 * guidance is a user content of its own, first, and calls and results are text.
 * @throws TypeError for tool names that services refuse, and unless exactly one of `history` and `contents` is given.
 */
export function toGeminiRequest(options: RequestOptions): GeminiRequest {
  const { turns, systemInstruction, guidance } = prepareRequest(options, () => true);
  const contents = turns.flatMap(options.textTools === true ? textContents : nativeContents).map(withMediaTypes);
  if (guidance !== undefined) contents.unshift({ role: 'user', parts: [{ text: guidance }] });
  else if (demandsSignatures(options.model)) signCurrentCalls(contents);

  const config: NonNullable<GeminiRequest['config']> = {};
  if (systemInstruction !== undefined) config.systemInstruction = systemInstruction;
  if (options.textTools !== true && options.tools?.length) {
    const functionDeclarations = options.tools.map((tool) => ({
      name: tool.name,
      description: tool.description ?? '',
      parametersJsonSchema: parametersOf(tool),
    }));
    config.tools = [{ functionDeclarations }];
  }
  return { model: options.model, contents, ...(Object.keys(config).length > 0 ? { config } : {}) };
}

function nativeContents(turn: Turn): Content[] {
  if (turn.kind === 'message') return [{ role: turn.role, parts: turn.parts }];
  return renderCalls(turn, nativeCall, nativeResult);
}

function textContents(turn: Turn): Content[] {
  if (turn.kind === 'message') return [{ role: turn.role, parts: turn.parts }];
  return renderCalls(
    turn,
    (call) => ({ text: `${call.part === turn.parts[0] ? '' : '\n'}${callText(call.name, call.args)}` }),
    // Text cannot hold an image, so those of a result stand beside it.
    (call) => [{ text: resultText(call.name, call.response) }, ...call.media],
  );
}

/** The service refuses bytes without a media type, so those are named instead. */
function withMediaTypes({ role, parts = [] }: Content): Content & { role: string; parts: Part[] } {
  const typed = parts.map((part) => (part.inlineData && !part.inlineData.mimeType ? { text: partText(part) } : part));
  return { role: role ?? 'user', parts: typed };
}

function renderCalls(turn: CallsTurn, toCall: (call: PairedCall) => Part, toResult: (call: PairedCall) => Part[]) {
  const calls = new Map(turn.calls.map((call) => [call.part, call]));
  const parts = turn.parts.map((part) => {
    const call = calls.get(part);
    return call === undefined ? part : toCall(call);
  });
  return [
    { role: 'model', parts },
    { role: 'user', parts: [...turn.calls.flatMap(toResult), ...turn.after] },
  ];
}

function nativeCall(call: PairedCall): Part {
  const functionCall = { ...call.part.functionCall, name: geminiName(call.name), args: call.args };
  return { ...call.part, functionCall: withId(functionCall, call) };
}

function nativeResult(call: PairedCall): Part[] {
  const given = call.resultPart?.functionResponse;
  const functionResponse = { ...given, name: geminiName(call.name), response: call.response };
  return [{ ...call.resultPart, functionResponse: withId(functionResponse, call) }];
}

/** Gemini pairs by order where there are no ids, so none are made up; an empty one is none. */
function withId<T extends { id?: string }>(value: T, call: PairedCall): T {
  if (call.idIsGiven) return { ...value, id: call.id };
  const { id: _none, ...rest } = value;
  return rest as T;
}

/** Gemini 3 and later refuse calls of the current turn that come without a signature. */
function demandsSignatures(model: string): boolean {
  return /gemini-(?:[3-9]|\d{2,})/i.test(model);
}

/** What Google documents for calls that no Gemini made: the service then does not check. */
const UNSIGNED = 'skip_thought_signature_validator';

function signCurrentCalls(contents: readonly Content[]): void {
  for (let index = contents.length - 1; index >= 0; index -= 1) {
    const { role, parts = [] } = contents[index]!;
    // The current turn begins with the newest content that is the user's own.
    if (role === 'user' && !parts.some((part) => part.functionResponse)) return;
    const at = role === 'model' ? parts.findIndex((part) => part.functionCall) : -1;
    const first = parts[at];
    if (first !== undefined && first.thoughtSignature === undefined)
      parts[at] = { ...first, thoughtSignature: UNSIGNED };
  }
}
