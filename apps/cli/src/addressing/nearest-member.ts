import { closestName, type Team } from '@ctx/team';

/** Returns the id of the member whose id or label is most like a mistyped name; undefined if no name is close. */
export function nearestMember(typed: string, members: Team['members']): string | undefined {
  const nearest = closestName(
    typed,
    members.flatMap(({ id, label }) => [id, label]),
  );
  return members.find(({ id, label }) => id === nearest || label === nearest)?.id;
}
