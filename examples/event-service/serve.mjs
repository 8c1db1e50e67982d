// A team behind HTTP. `node serve.mjs [port]`, then POST { "text": …, "to": … } to /messages, and read from /events all that happens,
// as server-sent events: { seq, at, type, … }. Who lost the connection gets what it missed; a gap in `seq` says that it is gone.
// It listens on loopback and knows no users: put your own sign-in before it.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createConversation, createMemoryStore, loadTeam } from '@ctx/team';

const MAX_KEPT_EVENTS = 1_000;
const MAX_BODY_BYTES = 100_000;
const MAX_UNREAD_BYTES = 1_000_000;

const team = await loadTeam(fileURLToPath(new URL('ctx.team.yaml', import.meta.url)));
const conversation = createConversation({ team, store: createMemoryStore() });
/** @type {{ seq: number, text: string }[]} */
const kept = [];
/** @type {Set<import('node:http').ServerResponse>} */
const readers = new Set();

async function publish() {
  let seq = 0;
  for await (const event of conversation.events()) {
    seq += 1;
    const data = JSON.stringify({ ...event, seq, at: new Date().toISOString() });
    const text = `id: ${conversation.sessionId}/${seq}\ndata: ${data}\n\n`;
    kept.push({ seq, text });
    if (kept.length > MAX_KEPT_EVENTS) kept.shift();
    for (const reader of readers) {
      reader.write(text);
      // It connects again and gets the rest, instead of filling the memory here.
      if (reader.writableLength > MAX_UNREAD_BYTES) readers.delete(reader.destroy());
    }
  }
  for (const reader of readers) reader.end();
}

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} */
function follow(request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
  const [session, last] = String(request.headers['last-event-id']).split('/');
  const seen = session === conversation.sessionId ? Number(last) : 0;
  for (const { seq, text } of kept) if (seq > seen) response.write(text);
  readers.add(response);
  response.on('close', () => readers.delete(response));
}

/** @param {import('node:http').IncomingMessage} request */
async function say(request) {
  // A page of another site cannot send this type without asking first.
  if (request.headers['content-type'] !== 'application/json') throw new TypeError('Send application/json.');
  let body = '';
  for await (const piece of request.setEncoding('utf8')) {
    body += piece;
    if (body.length > MAX_BODY_BYTES) throw new RangeError(`Send less than ${MAX_BODY_BYTES} characters.`);
  }
  const { text, to } = JSON.parse(body);
  return conversation.send(text, { to });
}

const server = createServer(async (request, response) => {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /events') return follow(request, response);
  if (route !== 'POST /messages') return response.writeHead(404).end();
  const { status, answer } = await say(request).then(
    ({ id }) => ({ status: 202, answer: { id } }),
    ({ code, message }) => ({ status: 400, answer: { error: { code, message } } }),
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

const published = publish();
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', async () => {
  await conversation.close();
  await published;
  server.close();
});
