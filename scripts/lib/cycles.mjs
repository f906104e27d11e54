// @ts-check

/**
 * Finds a shortest cycle in each group of nodes that lead to one another. A cycle starts with its first node by name
 * and leaves out the way back to it: `['a', 'b']` stands for a → b → a.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  const done = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const cycle = shortestCycle(graph, start, done);
    if (cycle === null) continue;
    cycles.push(cycle);
    for (const node of nodesBothWays(graph, start)) done.add(node);
  }
  return cycles;
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @param {string} start
 * @param {ReadonlySet<string>} excluded
 * @returns {string[] | null}
 */
function shortestCycle(graph, start, excluded) {
  const paths = [[start]];
  const seen = new Set(excluded);
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}

/**
 * The nodes that `start` leads to and that lead back to it.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @param {string} start
 */
function nodesBothWays(graph, start) {
  /** @type {Map<string, Set<string>>} */
  const reversed = new Map();
  for (const [from, targets] of graph) {
    for (const to of targets) reversed.set(to, (reversed.get(to) ?? new Set()).add(from));
  }
  const back = reachable(reversed, start);
  return [...reachable(graph, start)].filter((node) => back.has(node));
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @param {string} start
 * @returns {Set<string>}
 */
function reachable(graph, start) {
  const reached = new Set([start]);
  // A set hands out the members that are added while it is read.
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next);
  return reached;
}
