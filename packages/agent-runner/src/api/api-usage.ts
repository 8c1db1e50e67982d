import type { Usage } from '@ctx/contract';

/** The usage without the properties of counts that were not reported. */
export function withoutMissing(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === 'number'));
}
