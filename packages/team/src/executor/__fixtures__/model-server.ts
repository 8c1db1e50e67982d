import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request that the model server received. */
export interface ModelRequest {
  readonly path: string;
  /** The API key, from the header that the vendor uses. */
  readonly key: string | undefined;
  readonly body: {
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly contents?: readonly { readonly role: string; readonly parts: readonly { readonly text: string }[] }[];
    readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] };
  };
}

/** A server on loopback that streams answers as Gemini's and OpenAI's services do. */
export async function startModelServer(answer: (request: ModelRequest) => string) {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const { headers } = request;
    const key = headers['x-goog-api-key'] ?? headers.authorization?.replace('Bearer ', '');
    const body = (await json(request)) as ModelRequest['body'];
    const received: ModelRequest = { path: request.url ?? '', key: String(key), body };
    requests.push(received);
    const text = answer(received);
    if (received.path.includes('streamGenerateContent')) sendGemini(response, text);
    else sendOpenAI(response, text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendGemini(response: ServerResponse, text: string): void {
  send(response, [
    {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4 },
    },
  ]);
  response.end();
}

function sendOpenAI(response: ServerResponse, text: string): void {
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
  send(response, [chunk({ role: 'assistant', content: text }, null), chunk({}, 'stop')]);
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
}
