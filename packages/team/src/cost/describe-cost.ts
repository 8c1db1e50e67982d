import type { CostSum, SessionCosts } from './cost-ledger.ts';

/**
 * The cost of a session, with the members whose cost is not known: `$0.0064 + Max, Gina unknown`. Empty if none of its
 * turns has started.
 *
 * @param nameOf gives the name of a member by its id
 */
export function describeCost({ members, ...all }: SessionCosts, nameOf: (member: string) => string): string {
  if (all.turns > 0 && all.turns === all.turnsNotStarted) return '';
  const unknown = [...members].filter(([, sum]) => sum.turnsOfUnknownCost > 0).map(([id]) => nameOf(id));
  if (unknown.length === 0) return formatUsd(all.costUsd);
  const isAnyKnown = all.costUsd > 0 || [...members.values()].some(hasKnownCost);
  return isAnyKnown
    ? `${formatUsd(all.costUsd)} + ${unknown.join(', ')} unknown`
    : `cost of ${unknown.join(', ')} unknown`;
}

/** An amount as text: `$0`, `$0.0041`, `$1.20`. */
export function formatUsd(costUsd: number): string {
  if (costUsd === 0) return '$0';
  return `$${costUsd >= 1 ? costUsd.toFixed(2) : costUsd.toFixed(4)}`;
}

function hasKnownCost({ turns, turnsOfUnknownCost }: CostSum): boolean {
  return turns > turnsOfUnknownCost;
}
