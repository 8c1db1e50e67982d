import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

async function startView(team: ScriptedTeam, args: readonly string[], env: Record<string, string> = {}) {
  const child = startCtx(team, ['view', ...args], { env });
  let output = '';
  let complaints = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk;
  });
  for await (const chunk of child.stdout!.setEncoding('utf8')) {
    output += chunk;
    if (output.includes('Ctrl-C')) break;
  }
  const url = /http:\S+/.exec(output)?.[0] ?? '';
  const stop = async () => {
    const closed = once(child, 'close');
    child.kill('SIGINT');
    const [exitCode] = await closed;
    return exitCode;
  };
  return { output, complaints: () => complaints, url, stop };
}

async function signIn(url: string): Promise<{ origin: string; cookie: string }> {
  const { origin, hash } = new URL(url);
  const body = JSON.stringify({ token: hash.slice('#token='.length) });
  const reply = await fetch(`${origin}/api/sign-in`, { method: 'POST', body });
  return { origin, cookie: reply.headers.get('set-cookie')!.split(';')[0]! };
}

describe('ctx view', () => {
  it('serves the newest session of the folder, with exact prompts, until Ctrl-C', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Hello, Alice.' }] } });
    await runCtx(team, ['run', 'Say hello.']);
    const { url, output, stop } = await startView(team, ['--no-open']);
    const { origin, cookie } = await signIn(url);
    const get = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).json();
    const { first, sessions } = (await get('/api/sessions')) as { first: string; sessions: unknown[] };
    expect(sessions).toMatchObject([{ sessionId: first, team: 'crew', firstMessage: 'Say hello.' }]);
    expect(await get(`/api/sessions/${first}/turns/turn-1`)).toMatchObject({ prompt: { exact: true } });
    expect(await (await fetch(origin)).text()).toContain('<title>ctx</title>');
    expect(output).not.toContain('No browser');
    expect(await stop()).toBe(0);
  });

  it('opens the browser with a private file, so that the token is on no command line', async () => {
    const team = await createScriptedTeam({});
    const seen = join(team.home, 'seen');
    await writeFile(
      join(team.bin, 'xdg-open'),
      `#!/bin/sh\necho "$@" > '${seen}'\ncat "\${1#file://}" >> '${seen}'\nstat -c %a "\${1#file://}" >> '${seen}'\n`,
    );
    await chmod(join(team.bin, 'xdg-open'), 0o755);
    const { url, stop } = await startView(team, []);
    const readSeen = () => readFile(seen, 'utf8').catch(() => '');
    await expect.poll(readSeen, { timeout: 60_000 }).toMatch(/\n600\n$/);
    const [argument, page] = (await readSeen()).split('\n');
    expect(argument).toMatch(/^file:\/\/\/\S+open\.html$/);
    expect(page).toContain(`url=${url}`);
    expect(await stop()).toBe(0);
    await expect(readFile(new URL(argument!))).rejects.toThrow('ENOENT');
  });

  it('does not start an opener inside the project', async () => {
    const team = await createScriptedTeam({});
    await writeFile(join(team.folder, 'xdg-open'), '#!/bin/sh\ntouch "$HOME/ran"\n', { mode: 0o755 });
    const { output, stop } = await startView(team, [], { PATH: team.folder });
    expect(output).toContain('No browser could be opened');
    expect(await stop()).toBe(0);
    await expect(readFile(join(team.home, 'ran'))).rejects.toThrow('ENOENT');
  });

  it('warns if other machines can reach it', async () => {
    const team = await createScriptedTeam({});
    const open = await startView(team, ['--no-open', '--host', '0.0.0.0']);
    expect(await open.stop()).toBe(0);
    expect(open.complaints()).toMatch(/^ctx: Anyone who can reach 0\.0\.0\.0 .*unencrypted/);
    const local = await startView(team, ['--no-open', '--host', 'localhost']);
    expect(await local.stop()).toBe(0);
    expect(local.complaints()).toBe('');
  });

  it('says what to do about a port in use, an invalid port and an unknown session', async () => {
    const team = await createScriptedTeam({});
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const taken = await runCtx(team, ['view', '--no-open', '--port', String(port)]);
    expect([taken.exitCode, taken.stderr]).toEqual([
      2,
      `ctx: Port ${port} is in use. Choose another one, or leave out --port.\n`,
    ]);
    other.close();
    expect(await runCtx(team, ['view', '--port', 'x'])).toMatchObject({ exitCode: 2 });
    expect(await runCtx(team, ['view', 'nothing'])).toMatchObject({ exitCode: 2 });
  });
});
