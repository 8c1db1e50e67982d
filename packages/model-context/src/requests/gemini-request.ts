import type { Content, Part } from '../content.ts';
import { parametersOf } from '../tools/tool-definition.ts';
import { geminiName } from './accepted-name.ts';
import { partText } from './media-placeholder.ts';
import { prepareRequest } from './prepare-request.ts';
import type { RequestOptions } from './request-options.ts';
import { callText, resultText } from './tool-text.ts';
import type { CallsTurn, PairedCall, Turn } from './turn.ts';

/** A tool declaration for Gemini. */
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
 * A request for Gemini's own API. Contents are sent unchanged, with calls and results paired. With `textTools`, the
 * first content is a user content that explains the tools, and calls and results are text.
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

type SentContent = Required<Content>;

function nativeContents(turn: Turn): SentContent[] {
  if (turn.kind === 'message') return [{ role: turn.role, parts: turn.parts }];
  return renderCalls(turn, nativeCall, nativeResult);
}

function textContents(turn: Turn): SentContent[] {
  if (turn.kind === 'message') return [{ role: turn.role, parts: turn.parts }];
  return renderCalls(
    turn,
    (call) => ({ text: `${call.part === turn.parts[0] ? '' : '\n'}${callText(call.name, call.args)}` }),
    // Text cannot hold images and files, so they follow the result's text as parts.
    (call) => [{ text: resultText(call.name, call.response) }, ...call.media],
  );
}

/** Replaces bytes without a media type by a placeholder, because the service refuses them. */
function withMediaTypes({ role, parts }: SentContent): SentContent {
  const typed = parts.map((part) => (part.inlineData && !part.inlineData.mimeType ? { text: partText(part) } : part));
  return { role, parts: typed };
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

/** Sets the id if the call or its result has one. Gemini pairs by order without ids, so none are generated. */
function withId<T extends { id?: string }>(value: T, call: PairedCall): T {
  if (call.idIsGiven) return { ...value, id: call.id };
  const { id: _empty, ...rest } = value;
  return rest as T;
}

/** True for Gemini 3 and later, which refuse calls of the current turn without a signature. */
function demandsSignatures(model: string): boolean {
  return /gemini-(?:[3-9]|\d{2,})/i.test(model);
}

/** The value Google documents for calls that another model made. The service then skips its check. */
const SKIP_SIGNATURE_CHECK = 'skip_thought_signature_validator';

/** Marks the first call of each model content of the current turn, unless it is signed. */
function signCurrentCalls(contents: readonly SentContent[]): void {
  const startsTurn = ({ role, parts }: SentContent) => role === 'user' && !parts.some((part) => part.functionResponse);
  for (const { parts } of contents.slice(contents.findLastIndex(startsTurn))) {
    const at = parts.findIndex((part) => part.functionCall);
    const first = parts[at];
    if (first !== undefined && first.thoughtSignature === undefined) {
      parts[at] = { ...first, thoughtSignature: SKIP_SIGNATURE_CHECK };
    }
  }
}
