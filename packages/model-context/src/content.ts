// These types are spelled exactly like those of `@google/genai` (no `| undefined` on optional properties, no readonly),
// because only then do its objects fit in *and* ours fit out under `exactOptionalPropertyTypes`.

/** A model's wish to have a tool run. */
export interface FunctionCall {
  /** Pairs the call with its result. Many services leave it out. */
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
}

/** What a tool returned. */
export interface FunctionResponse {
  /** The id of the call this answers, where the call has one. */
  id?: string;
  name?: string;
  response?: Record<string, unknown>;
  /** Images and files that belong to the result. */
  parts?: FunctionResponsePart[];
}

/** An image or a file of a tool's result. */
export interface FunctionResponsePart {
  inlineData?: InlineData;
  fileData?: FileData;
}

/** Bytes inside the request. */
export interface InlineData {
  /** Base64. */
  data?: string;
  displayName?: string;
  mimeType?: string;
}

/** A file the service already has. */
export interface FileData {
  displayName?: string;
  fileUri?: string;
  mimeType?: string;
}

/**
 * One piece of a content. Fields that are not listed here (code execution, video metadata, …) are kept and sent to
 * Gemini as they came.
 */
export interface Part {
  text?: string;
  functionCall?: FunctionCall;
  functionResponse?: FunctionResponse;
  /** The text is the model's thinking; it is stored, and sent back only as the reasoning of a tool call. */
  thought?: boolean;
  /** Opaque; Gemini 3 demands it back on function calls, byte for byte. */
  thoughtSignature?: string;
  inlineData?: InlineData;
  fileData?: FileData;
}

/** One entry of a conversation. A missing role is `user`. */
export interface Content {
  role?: string;
  parts?: Part[];
}

/** The side a content is on: `model` only for the role `model`, `user` for everything else and for none. */
export function roleOf(content: Content): 'user' | 'model' {
  return content.role === 'model' ? 'model' : 'user';
}

/** The content without parts that are no objects, which some servers send. */
export function withoutHoles(content: Content): Content {
  const isHole = (part: unknown) => typeof part !== 'object' || part === null;
  if (content.parts === undefined || !content.parts?.some(isHole)) return content;
  return { ...content, parts: content.parts.filter((part) => !isHole(part)) };
}
