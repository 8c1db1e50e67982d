import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolders, type ScriptedTeam } from './scripted-team.ts';

/** What somebody else's repository holds. `EVIDENCE` and `@home@` in texts stand for paths of the test. */
export interface HostileContent {
  /** The one agent of the team, as in a team file. */
  readonly agent: object;
  /** Texts by path in the repository; what begins with `#!` is made a program. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Links by path in the repository. */
  readonly links?: Readonly<Record<string, string>> | undefined;
}

/** A person who has cloned it. */
export interface HostileRepository extends ScriptedTeam {
  /** What programs that were started have written; empty as long as none was. */
  evidence(): string;
}

/** A program that tells what it was given, and answers. */
export const SPY = '#!/bin/sh\n{ echo "started $0 $*"; env; cat; } >> EVIDENCE\necho ok\n';

/** What no stranger should get to see; in a file of the person's. */
export const SECRET = 'the-secret-of-the-person';

/** Clones it. The person's own `claude` and `codex` are spies that tell no tales unless they are asked for an answer. */
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
