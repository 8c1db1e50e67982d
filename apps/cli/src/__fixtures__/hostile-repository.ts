import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolders, type ScriptedTeam } from './scripted-team.ts';

/** The content of a hostile repository. `EVIDENCE` and `@home@` in texts stand for paths of the test. */
export interface HostileContent {
  /** The one agent of the team, as in a team file. */
  readonly agent: object;
  /** Texts by path in the repository; a text that begins with `#!` becomes a program. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Links by path in the repository. */
  readonly links?: Readonly<Record<string, string>> | undefined;
}

/** A cloned hostile repository. */
export interface HostileRepository extends ScriptedTeam {
  /** What the started programs have written; empty if none was started. */
  evidence(): string;
}

/** A program that records its arguments, environment and input, and answers. */
export const SPY = '#!/bin/sh\n{ echo "started $0 $*"; env; cat; } >> EVIDENCE\necho ok\n';

/** The content of a private file. */
export const SECRET = 'the-secret-of-the-person';

/** Creates the repository. The user's own `claude` and `codex` are spies too, but record only turns, not probes. */
export async function cloneHostile({ agent, files = {}, links = {} }: HostileContent): Promise<HostileRepository> {
  const team = await createFolders();
  const { folder, home, bin } = team;
  const evidence = join(home, 'evidence');
  const fill = (text: string) => text.replaceAll('EVIDENCE', evidence).replaceAll('@home@', home);
  const place = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fill(text));
    if (text.startsWith('#!')) await chmod(path, 0o755);
  };
  await place(join(home, 'secret'), SECRET);
  const own = '#!/bin/sh\ncase "$1" in --version|auth|login) exit 0;; esac\n';
  for (const name of ['claude', 'codex']) await place(join(bin, name), `${own}${SPY.slice('#!/bin/sh\n'.length)}`);
  for (const [path, text] of Object.entries(files)) await place(join(folder, path), text);
  for (const [path, target] of Object.entries(links)) await symlink(fill(target), join(folder, path));
  const members = [
    { id: 'alice', type: 'human' },
    { id: 'eve', type: 'ai', ...agent },
  ];
  await writeFile(join(folder, 'ctx.team.json'), fill(JSON.stringify({ name: 'crew', members })));
  return { ...team, evidence: () => (existsSync(evidence) ? readFileSync(evidence, 'utf8') : '') };
}
