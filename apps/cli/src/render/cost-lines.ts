import { type CostSum, describeCost, type SessionCosts, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { formatCount, formatDuration } from './format-amounts.ts';

/** The cost of a session on one line: `at least $0.0064 (Max and Gina report no cost)`. Empty before the first turn. Safe to print. */
export function costLine(costs: SessionCosts, team: Team): string {
  return costs.turns === 0 ? '' : safeLine(describeCost(costs, nameIn(team)));
}

/** One line per member with its turns, tokens, cost and time, and one for all members together. Safe to print. */
export function costLines(costs: SessionCosts, team: Team): string[] {
  const nameOf = nameIn(team);
  const lines = [...costs.members].map(([id, sum]) => sumLine(nameOf(id), sum, describeOwnCost(sum)));
  if (lines.length > 1) lines.push(sumLine('all', costs, describeCost(costs, nameOf)));
  return lines;
}

function sumLine(name: string, sum: CostSum, cost: string): string {
  const about = sum.turnsOfEstimatedTokens > 0 ? 'about ' : '';
  const tokens = `${about}${formatCount(sum.tokens, 'token')}`;
  const used = sum.turns === sum.turnsNotStarted ? ['not started'] : [tokens, cost];
  const facts = [formatCount(sum.turns, 'turn'), ...used, formatDuration(sum.durationMs)];
  return safeLine(`${name}: ${facts.join(' · ')}`);
}

function describeOwnCost(sum: CostSum): string {
  const cost = describeCost({ ...sum, turnsOfUnknownCost: 0, members: new Map() }, String);
  if (sum.turnsOfUnknownCost === 0) return cost;
  return sum.turnsOfUnknownCost === sum.turns
    ? 'cost unknown'
    : `at least ${cost} (${sum.turnsOfUnknownCost} of its turns ${sum.turnsOfUnknownCost === 1 ? 'reports' : 'report'} none)`;
}

function nameIn({ members }: Team): (id: string) => string {
  const names = new Map(members.map(({ id, label }) => [id, label]));
  return (id) => names.get(id) ?? id;
}
