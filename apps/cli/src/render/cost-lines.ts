import { describeCost, type SessionCosts, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { formatCount, formatDuration } from './format-amounts.ts';

const number = new Intl.NumberFormat('en-GB');

/** The cost of a session on one line: `$0.0064 + Max, Gina unknown`. Empty before the first turn. Safe to print. */
export function costLine(costs: SessionCosts, team: Team): string {
  return costs.turns === 0 ? '' : safeLine(describeCost(costs, nameIn(team)));
}

/** One line per member with its turns, tokens, cost and time, and one for all members together. Safe to print. */
export function costLines(costs: SessionCosts, team: Team): string[] {
  const nameOf = nameIn(team);
  const rows: [string, SessionCosts][] = [...costs.members].map(([id, sum]) => [
    nameOf(id),
    { ...sum, members: new Map([[id, sum]]) },
  ]);
  if (rows.length > 1) rows.push(['all', costs]);
  return rows.map(([name, sum]) => {
    const about = sum.turnsOfEstimatedTokens > 0 ? 'about ' : '';
    const cost = name === 'all' ? describeCost(sum, nameOf) : describeOwnCost(sum);
    const facts = [formatCount(sum.turns, 'turn'), `${about}${number.format(sum.tokens)} tokens`, cost];
    return safeLine(`${name}: ${[...facts, formatDuration(sum.durationMs)].join(' · ')}`);
  });
}

function describeOwnCost(sum: SessionCosts): string {
  const cost = describeCost({ ...sum, turnsOfUnknownCost: 0, members: new Map() }, String);
  if (sum.turnsOfUnknownCost === 0) return cost;
  return sum.turnsOfUnknownCost === sum.turns
    ? 'cost unknown'
    : `${cost} + ${sum.turnsOfUnknownCost} of its turns unknown`;
}

function nameIn({ members }: Team): (id: string) => string {
  const names = new Map(members.map(({ id, label }) => [id, label]));
  return (id) => names.get(id) ?? id;
}
