import type { CostSum, SessionCosts } from './cost-ledger.ts';

/**
 * The cost of a session, with the members whose cost is not known: `at least $0.0064 (Max and Gina report no cost)`. Empty
 * if none of its turns has started.
 *
 * @param nameOf gives the name of a member by its id
 */
export function describeCost({ members, ...all }: SessionCosts, nameOf: (member: string) => string): string {
  if (all.turns > 0 && all.turns === all.turnsNotStarted) return '';
  const silent = [...members].filter(([, sum]) => sum.turnsOfUnknownCost > 0);
  if (silent.length === 0) return formatUsd(all.costUsd);
  const names = inWords(silent.map(([id]) => nameOf(id)));
  const report = silent.length === 1 ? 'reports' : 'report';
  if (all.costUsd === 0 && ![...members.values()].some(hasKnownCost)) return `cost unknown (${names} ${report} none)`;
  const part = silent.some(([, sum]) => hasKnownCost(sum)) ? ' for some turns' : '';
  return `at least ${formatUsd(all.costUsd)} (${names} ${report} no cost${part})`;
}

/** An amount as text: `$0`, `$0.0041`, `$1.20`. */
export function formatUsd(costUsd: number): string {
  if (costUsd === 0) return '$0';
  return `$${costUsd >= 1 ? costUsd.toFixed(2) : costUsd.toFixed(4)}`;
}

/** `Max`, `Max and Gina`, `Max, Gina and Sue`. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function hasKnownCost({ turns, turnsOfUnknownCost }: CostSum): boolean {
  return turns > turnsOfUnknownCost;
}
