/** A part, as it is sent. */
export interface WirePart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name?: string; args?: unknown };
  functionResponse?: { id?: string; name?: string; response?: unknown };
  inlineData?: { data?: string; mimeType?: string };
  fileData?: { fileUri?: string };
}

/** The checked fields of a request to `generateContent`. */
export interface GeminiBody {
  contents?: { role?: string; parts?: WirePart[] }[];
  systemInstruction?: { parts?: WirePart[] };
  tools?: { functionDeclarations?: { name?: string; description?: string; parametersJsonSchema?: unknown }[] }[];
}

const DATA_KEYS = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
];
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;
const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Why Gemini would refuse a request; `undefined` if it would accept it.
 *
 * @param issued signatures that this server gave out, by `callKey` of their call
 */
export function geminiProblem(
  model: string,
  body: GeminiBody,
  issued: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const contents = body.contents ?? [];
  if (contents.length === 0) return 'contents is not specified';
  if (contents[0]!.role !== 'user') return 'the first content must be of role user';
  for (const [index, content] of contents.entries()) {
    const problem =
      contentProblem(content) ?? pairingProblem(contents, index) ?? issuedProblem(content.parts ?? [], issued);
    if (problem !== undefined) return `contents[${index}]: ${problem}`;
  }
  if (body.systemInstruction && !body.systemInstruction.parts?.every((part) => part.text)) {
    return 'system_instruction: empty';
  }
  return toolsProblem(body) ?? (/gemini-3/.test(model) ? missingSignature(contents) : undefined);
}

function contentProblem({ role, parts = [] }: { role?: string; parts?: WirePart[] }): string | undefined {
  if (role !== 'user' && role !== 'model') return `please use a valid role: user, model; got ${role}`;
  if (parts.length === 0) return 'parts must not be empty';
  for (const part of parts) {
    const set = DATA_KEYS.filter((key) => (part as Record<string, unknown>)[key] !== undefined);
    if (set.length !== 1) {
      return `required oneof field 'data' must have one initialized field; got ${JSON.stringify(part)}`;
    }
    if (part.thought) return 'thoughts are not taken back';
    if (part.text === '' && !part.thoughtSignature) return 'text must not be empty';
    if (part.inlineData && !(part.inlineData.data && part.inlineData.mimeType)) {
      return 'inline_data needs data and mime_type';
    }
    if (part.fileData && !part.fileData.fileUri) return 'file_data needs file_uri';
    const tool = part.functionCall ?? part.functionResponse;
    if (tool && !NAME.test(tool.name ?? '')) return `invalid function name ${JSON.stringify(tool.name)}`;
    if (part.functionCall && role !== 'model') return 'function calls are the model’s';
    if (part.functionResponse && role !== 'user') return 'function responses are the user’s';
    if (part.functionCall && part.functionCall.args !== undefined && !isRecord(part.functionCall.args)) {
      return 'args must be an object';
    }
    if (part.functionResponse && !isRecord(part.functionResponse.response)) return 'response must be an object';
  }
  return undefined;
}

function pairingProblem(contents: NonNullable<GeminiBody['contents']>, index: number): string | undefined {
  const calls = (contents[index]?.parts ?? []).flatMap((part) => part.functionCall ?? []);
  const responses = (contents[index]?.parts ?? []).flatMap((part) => part.functionResponse ?? []);
  if (calls.length > 0) {
    if (contents[index - 1]?.role !== 'user') {
      return 'a function call turn comes right after a user turn or a function response turn';
    }
    const answers = (contents[index + 1]?.parts ?? []).flatMap((part) => part.functionResponse ?? []);
    if (answers.length !== calls.length) {
      return `${calls.length} function calls but ${answers.length} function responses`;
    }
    for (const [position, call] of calls.entries()) {
      const answer = call.id === undefined ? answers[position] : answers.find((candidate) => candidate.id === call.id);
      if (answer?.name !== call.name || answer?.id !== call.id) {
        return `no function response for ${JSON.stringify(call)}`;
      }
    }
  }
  const before = (contents[index - 1]?.parts ?? []).some((part) => part.functionCall);
  return responses.length > 0 && !before
    ? 'a function response turn comes right after a function call turn'
    : undefined;
}

/** Key of a call in the map of issued signatures. */
export const callKey = (call: { name?: string; args?: unknown }) => JSON.stringify([call.name, call.args ?? {}]);

function issuedProblem(parts: readonly WirePart[], issued: ReadonlyMap<string, string>): string | undefined {
  for (const part of parts) {
    const signature = part.functionCall && issued.get(callKey(part.functionCall));
    if (signature !== undefined && part.thoughtSignature !== signature) {
      return 'thought_signature is not the one given out';
    }
  }
  return undefined;
}

function missingSignature(contents: NonNullable<GeminiBody['contents']>): string | undefined {
  const turnStart = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && !parts?.some((part) => part.functionResponse),
  );
  for (const { parts = [] } of contents.slice(turnStart)) {
    const first = parts.find((part) => part.functionCall);
    if (first && !first.thoughtSignature) return 'function call is missing a thought_signature';
  }
  return undefined;
}

function toolsProblem(body: GeminiBody): string | undefined {
  for (const declaration of (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? [])) {
    if (!NAME.test(declaration.name ?? '')) return `invalid function name ${declaration.name}`;
    const schema = declaration.parametersJsonSchema as { type?: unknown } | undefined;
    if (schema?.type !== 'object') return `${declaration.name}: parameters must be an object schema`;
  }
  return undefined;
}
