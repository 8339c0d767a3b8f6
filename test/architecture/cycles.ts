/** Finds the cycles in a graph, each as its path, e.g. `[a, b, a]`. One cycle for each back edge. */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  const way: string[] = [];

  function visit(node: string): void {
    if (way.includes(node)) circles.push([...way.slice(way.indexOf(node)), node]);
    if (finished.has(node) || way.includes(node)) return;
    way.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    way.pop();
    finished.add(node);
  }

  for (const node of graph.keys()) visit(node);
  return circles;
}
