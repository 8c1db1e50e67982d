import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hello, type Reaction } from './answer.ts';
import { anthropicError, anthropicEvents } from './anthropic.ts';
import { geminiError, geminiEvents, geminiWhole } from './gemini.ts';
import { chatEvents } from './openai-chat.ts';
import { openaiError, openaiEvents } from './openai-responses.ts';
import { sendEvents } from './sse.ts';

/** The API of a request. `other` is anything that is not a model call. */
export type Api = 'anthropic' | 'openai' | 'openai-chat' | 'gemini' | 'other';

/** A request that the server received. */
export interface ReceivedRequest {
  readonly api: Api;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON, or the text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendors' request bodies, which tests read
  readonly body: any;
}

/** A reaction, or a function that chooses one by the request, for calls that may arrive in any order. */
export type ReactionTo = Reaction | ((request: ReceivedRequest) => Reaction);

/** A model server on loopback. A test sets its answers and reads the requests it received. */
export interface ModelServer {
  readonly url: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** The requests that are model calls. */
  modelCalls(): ReceivedRequest[];
  /** Sets the reactions to the next model calls, in order. The last one is repeated. */
  react(...reactions: ReactionTo[]): void;
  close(): Promise<void>;
}

/** Starts a model server on a free port of 127.0.0.1. It answers with `hello()` until `react` is called. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  let reactions: ReactionTo[] = [hello()];
  let calls = 0;

  const server = createServer(async (request, response) => {
    const received = await receive(request);
    requests.push(received);
    if (!isModelCall(received)) {
      response.writeHead(received.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const call = calls++;
    const reaction = reactions[Math.min(call, reactions.length - 1)] ?? hello();
    await reactTo(received, response, typeof reaction === 'function' ? reaction(received) : reaction, call);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    modelCalls: () => requests.filter(isModelCall),
    react(...next) {
      reactions = next;
      calls = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const path = request.url ?? '/';
  return { api: apiOf(path), method: request.method ?? 'GET', path, headers: request.headers, body: parse(text) };
}

function apiOf(path: string): Api {
  if (/^\/v1\/messages(\?|$)/.test(path)) return 'anthropic';
  if (/\/responses(\?|$)/.test(path)) return 'openai';
  if (/\/chat\/completions(\?|$)/.test(path)) return 'openai-chat';
  return /:(stream)?generateContent/i.test(path) ? 'gemini' : 'other';
}

const isModelCall = ({ api, method }: ReceivedRequest) => api !== 'other' && method === 'POST';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function reactTo(received: ReceivedRequest, response: ServerResponse, reaction: Reaction, call: number) {
  if (reaction === 'silence') return;
  if ('status' in reaction) return refuse(received, response, reaction);
  const model = String(received.body?.model ?? 'model');
  if (received.api === 'anthropic') return sendEvents(response, anthropicEvents(reaction, call, model), reaction);
  if (received.api === 'openai') return sendEvents(response, openaiEvents(reaction, call, model), reaction);
  if (received.api === 'openai-chat') return sendEvents(response, chatEvents(reaction, call, model), reaction);
  if (received.path.includes(':stream')) return sendEvents(response, geminiEvents(reaction), reaction);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(geminiWhole(reaction)));
}

const ERRORS = {
  anthropic: anthropicError,
  openai: openaiError,
  'openai-chat': openaiError,
  gemini: geminiError,
  other: openaiError,
};

function refuse(
  { api }: ReceivedRequest,
  response: ServerResponse,
  { status, retryAfterSeconds }: Extract<Reaction, { status: number }>,
) {
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  response.writeHead(status, { 'content-type': 'application/json', ...retry });
  response.end(JSON.stringify(ERRORS[api](status)));
}
