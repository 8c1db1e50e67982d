import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callKey, type GeminiBody, geminiProblem } from './gemini-rules.ts';
import { type OpenAIBody, openaiProblem } from './openai-rules.ts';
import {
  type Ending,
  type ErrorReply,
  geminiAnswer,
  geminiEvents,
  openaiAnswer,
  openaiEvents,
  type Reply,
  says,
} from './replies.ts';

/** A model service on loopback that refuses the same requests as the real ones. */
export interface ModelServer {
  readonly baseUrl: string;
  /** Bodies of the accepted requests, in order. */
  readonly taken: (GeminiBody & OpenAIBody)[];
  /** The reasons of refused requests. */
  readonly refused: string[];
  /** Number of requests whose client disconnected before the end. */
  readonly aborted: number;
  /** Sets the replies to the next requests, in order. After them, `respond` replies again. */
  script(...replies: Reply[]): void;
  /** Clears the script and all records. */
  reset(): void;
  close(): Promise<void>;
}

/** Makes the reply to a request without a scripted one. */
export type Respond = (body: GeminiBody & OpenAIBody, path: string) => Reply;

/** Starts a server on a free port. */
export async function startModelServer(respond: Respond = () => says('ok')): Promise<ModelServer> {
  const state = {
    taken: [] as (GeminiBody & OpenAIBody)[],
    refused: [] as string[],
    aborted: 0,
    replies: [] as Reply[],
    issued: new Map<string, string>(),
  };
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) state.aborted += 1;
    });
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as GeminiBody & OpenAIBody;
    const geminiModel = /models\/([^:/]+):/.exec(request.url ?? '')?.[1];
    const isOpenAI = geminiModel === undefined;
    const problem = isOpenAI ? openaiProblem(body) : geminiProblem(decodeURIComponent(geminiModel), body, state.issued);
    if (problem !== undefined) {
      state.refused.push(problem);
      return sendError(response, { status: 400, message: problem });
    }
    state.taken.push(body);
    const reply = state.replies.shift() ?? respond(body, request.url ?? '');
    if ('status' in reply) return sendError(response, reply);
    for (const chunk of reply.chunks) {
      if ('call' in chunk && chunk.call.signature && typeof chunk.call.args !== 'string') {
        state.issued.set(callKey(chunk.call), chunk.call.signature);
      }
    }
    const streams = isOpenAI ? body.stream === true : request.url!.includes('streamGenerateContent');
    if (!streams) return sendJson(response, isOpenAI ? openaiAnswer(reply) : geminiAnswer(reply));
    const events = isOpenAI ? openaiEvents(reply, body.model!) : geminiEvents(reply);
    sendStream(response, events, isOpenAI, reply.ending ?? 'end');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: state.taken,
    refused: state.refused,
    get aborted() {
      return state.aborted;
    },
    script: (...replies) => void state.replies.push(...replies),
    reset() {
      state.replies.length = 0;
      state.taken.length = 0;
      state.refused.length = 0;
      state.issued.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendError(response: ServerResponse, error: ErrorReply): void {
  for (const [name, value] of Object.entries(error.headers ?? {})) response.setHeader(name, value);
  response.statusCode = error.status;
  const { status: code, message, details = [] } = error;
  sendJson(response, { error: { code, message, status: 'ERROR', details } });
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

/** Writes in small chunks that split events and characters anywhere. */
function sendStream(response: ServerResponse, events: unknown[], isOpenAI: boolean, ending: Ending): void {
  response.setHeader('content-type', 'text/event-stream');
  const shown = ending === 'end' ? events : events.slice(0, -1);
  const lines = shown.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  if (isOpenAI && ending === 'end') lines.push('data: [DONE]\n\n');
  const bytes = Buffer.from(lines.join(''));
  for (let at = 0; at < bytes.length; at += 61) response.write(bytes.subarray(at, at + 61));
  if (ending === 'end' || ending === 'close') response.end();
  else if (ending === 'drop') setImmediate(() => response.destroy());
}
