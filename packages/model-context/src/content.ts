// These types are written exactly like those of `@google/genai` (no `| undefined` on optional properties, no readonly).
// Only then can both be assigned to each other under `exactOptionalPropertyTypes`.

/** A model's request to run a tool. */
export interface FunctionCall {
  /** Pairs the call with its result. Many services leave it out. */
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
}

/** The result of a tool call. */
export interface FunctionResponse {
  /** The id of the call this answers, if the call has one. */
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

/** Bytes that are part of the request. */
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
 * Gemini unchanged.
 */
export interface Part {
  text?: string;
  functionCall?: FunctionCall;
  functionResponse?: FunctionResponse;
  /** True if the text is the model's thinking. It is stored, and sent back only as the reasoning of a tool call. */
  thought?: boolean;
  /** Opaque. Gemini 3 requires it back with function calls, byte for byte. */
  thoughtSignature?: string;
  inlineData?: InlineData;
  fileData?: FileData;
}

/** One entry of a conversation. A missing role is `user`. */
export interface Content {
  role?: string;
  parts?: Part[];
}

/** The role of a content: `model` only for the role `model`, `user` for every other role and for a missing one. */
export function roleOf(content: Content): 'user' | 'model' {
  return content.role === 'model' ? 'model' : 'user';
}

/** The content without parts that are not objects, such as `null`. Some servers send them. */
export function withObjectParts(content: Content): Content {
  const isObject = (part: unknown): boolean => typeof part === 'object' && part !== null;
  // A server may also send `parts: null`, against the type.
  if (!content.parts || content.parts.every(isObject)) return content;
  return { ...content, parts: content.parts.filter(isObject) };
}
