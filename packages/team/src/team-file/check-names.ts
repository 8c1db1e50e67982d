import { normalizeName } from '@ctx/core/markers';
import type { MemberProblem } from './check-members.ts';
import { characterProblem } from './name-characters.ts';
import { lookKeys } from './name-looks.ts';
import type { TeamFileContent } from './team-schema.ts';

interface Owner {
  readonly index: number;
  readonly name: string;
}

// ctx itself speaks as `ctx` and `system` in prompts and transcripts, and `all` stands for every member.
const RESERVED: readonly string[] = ['ctx', 'all', 'system'];
const RESERVED_BY_LOOK = new Map(RESERVED.flatMap((name) => lookKeys(name).map((key) => [key, name] as const)));

/** Finds names that could not be called, that look like another member's, or that are reserved. */
export function checkNames(members: Readonly<TeamFileContent['members']>): MemberProblem[] {
  const problems: MemberProblem[] = [];
  const byName = new Map<string, Owner>();
  const byLook = new Map<string, Owner>();
  members.forEach((member, index) => {
    for (const field of ['id', 'name', 'displayName'] as const) {
      const name = member[field];
      if (name === undefined) continue;
      const normal = normalizeName(name);
      const message =
        (normal === '' ? 'must contain a letter or a digit' : characterProblem(name)) ??
        reservedProblem(name, normal) ??
        sameProblem(name, byName.get(normal), index) ??
        similarProblem(
          name,
          lookKeys(name).flatMap((key) => byLook.get(key) ?? []),
          index,
        );
      if (message !== undefined) problems.push({ path: ['members', index, field], message });
      const owner = { index, name };
      if (!byName.has(normal)) byName.set(normal, owner);
      for (const key of lookKeys(name)) if (!byLook.has(key)) byLook.set(key, owner);
    }
  });
  return problems;
}

function reservedProblem(name: string, normal: string): string | undefined {
  if (RESERVED.includes(normal)) return `"${name}" is reserved; choose another name`;
  const like = lookKeys(name)
    .map((key) => RESERVED_BY_LOOK.get(key))
    .find((found) => found !== undefined);
  return like && `"${name}" looks like "${like}", which is reserved; choose another name`;
}

function sameProblem(name: string, owner: Owner | undefined, index: number): string | undefined {
  if (owner === undefined || owner.index === index) return undefined;
  return (
    `"${name}" is the same as "${owner.name}" of members[${owner.index}]: ` +
    'letter case, spaces, - and _ are ignored; choose another name'
  );
}

function similarProblem(name: string, owners: readonly Owner[], index: number): string | undefined {
  const owner = owners.find((other) => other.index !== index);
  if (owner === undefined) return undefined;
  return `"${name}" looks like "${owner.name}" of members[${owner.index}]; choose a name that cannot be mistaken for it`;
}
