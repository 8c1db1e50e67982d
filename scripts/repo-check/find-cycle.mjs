/**
 * The first cycle of a graph, as the names along it with the first one repeated at the end; undefined if there is none.
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[] | undefined}
 */
export function findCycle(graph) {
  const finished = new Set();
  /** @type {string[]} */
  const path = [];

  /** @param {string} name @returns {string[] | undefined} */
  function visit(name) {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (finished.has(name)) return undefined;
    path.push(name);
    for (const next of graph.get(name) ?? []) {
      const cycle = visit(next);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    finished.add(name);
    return undefined;
  }

  for (const name of graph.keys()) {
    const cycle = visit(name);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
