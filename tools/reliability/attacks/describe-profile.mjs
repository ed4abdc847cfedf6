/**
 * The functions that used the last `ms` of a CPU profile: each with its share of at least a twentieth, callers before
 * the functions that they call.
 * @param {import('node:inspector').Profiler.Profile} profile
 * @param {number} ms
 */
export function describeProfile({ nodes, samples = [], timeDeltas = [], endTime }, ms) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const start = endTime - (ms + 5) * 1_000;
  /** @type {Map<number, number>} */
  const total = new Map();
  let at = endTime - timeDeltas.reduce((sum, delta) => sum + delta, 0);
  samples.forEach((sample, index) => {
    at += timeDeltas[index] ?? 0;
    if (at < start) return;
    for (let id = sample; id !== undefined; id = parents.get(id))
      total.set(id, (total.get(id) ?? 0) + (timeDeltas[index + 1] ?? 0) / 1_000);
  });
  const lines = [];
  const visit = (id, depth) => {
    const time = total.get(id) ?? 0;
    if (time < ms / 20) return;
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    lines.push(
      `${' '.repeat(depth)}${Math.round(time)} ${functionName} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`,
    );
    for (const child of byId.get(id).children ?? []) visit(child, depth + 1);
  };
  for (const child of nodes[0].children ?? []) visit(child, 0);
  return lines;
}
