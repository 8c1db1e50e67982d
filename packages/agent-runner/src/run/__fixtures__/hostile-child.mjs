// A real child process that misbehaves in the way that its first argument names.
import { spawn } from 'node:child_process';
import { readSync, writeFileSync, writeSync } from 'node:fs';

const [, , behaviour, ...rest] = process.argv;

const say = (text) => process.stdout.write(text);

/** Reads all of stdin, then calls back with it. */
function withInput(use) {
  const chunks = [];
  process.stdin.on('data', (chunk) => chunks.push(chunk));
  process.stdin.on('end', () => use(Buffer.concat(chunks)));
}

const behaviours = {
  'print-endlessly': () => {
    const block = Buffer.alloc(1 << 20, 'x');
    const write = () => process.stdout.write(block, write);
    write();
  },
  'close-stdin': () => {
    process.stdin.destroy();
    setTimeout(() => say('closed it'), 200);
  },
  'exit-at-once': () => process.exit(Number(rest[0] ?? 3)),
  'ignore-sigterm': () => {
    process.on('SIGTERM', () => say('not me\n'));
    setInterval(() => {}, 1000);
    say('ready\n');
  },
  'fork-daemon': () => {
    const daemon = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: rest[0] === 'holding-pipes' ? 'inherit' : 'ignore',
    });
    daemon.unref();
    say(`daemon ${daemon.pid}\n`);
    if (rest[1] === 'and-hang') setInterval(() => {}, 1000);
    else setTimeout(() => process.exit(0), 50);
  },
  // A daemon with an empty environment, in another session, and soon without a parent. It is in the tree for a while.
  escape: () => {
    const code = 'sleep 300 >/dev/null & echo $!; sleep 2';
    const shell = spawn('/bin/sh', ['-c', code], { env: {}, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    let pid = '';
    shell.stdout.on('data', (chunk) => {
      pid += chunk;
    });
    shell.on('close', () => {
      say(`escaped ${pid}`);
      if (rest[0] === 'and-hang') setInterval(() => {}, 1000);
    });
  },
  'say-nothing': () => process.exit(0),
  hang: () => {
    say('thinking\n');
    setInterval(() => {}, 1000);
  },
  echo: () => withInput((input) => process.stdout.write(input)),
  'report-input': () =>
    withInput(async (input) => {
      const { createHash } = await import('node:crypto');
      const { readFileSync, statSync } = await import('node:fs');
      const { dirname } = await import('node:path');
      const file = rest[rest.indexOf('--file') + 1];
      const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
      say(
        JSON.stringify({
          stdin: hash(input),
          bytes: input.length,
          ...(rest.includes('--file') && {
            file: hash(readFileSync(file)),
            fileMode: (statSync(file).mode & 0o777).toString(8),
            folderMode: (statSync(dirname(file)).mode & 0o777).toString(8),
            path: file,
          }),
        }),
      );
    }),
  // Says that it has begun to read, goes on when its host is gone, and writes into a file how much it got.
  'outlive-host': () => {
    process.on('SIGTERM', () => {});
    const chunk = Buffer.alloc(1_000);
    let bytes = readSync(0, chunk);
    const host = process.ppid;
    say('reading\n');
    const finish = () => {
      if (process.ppid === host) return void setTimeout(finish, 5);
      for (let read = 1; read > 0; bytes += read) read = readSync(0, chunk);
      writeFileSync(rest[0], String(bytes));
    };
    finish();
  },
  environment: () => say(JSON.stringify(process.env)),
  'fail-loudly': () => {
    // More than the runner keeps, with a secret at the end.
    writeSync(2, `${'noise\n'.repeat(40_000)}the key is ${process.env.TEST_API_KEY}\n`);
    process.exit(7);
  },
  stream: () => {
    const lines = Number(rest[0]);
    let written = 0;
    const write = () => {
      while (written < lines) {
        if (!say(`line ${written++}\n`)) return void process.stdout.once('drain', write);
      }
    };
    write();
  },
};

behaviours[behaviour]();
