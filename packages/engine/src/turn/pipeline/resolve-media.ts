import type { AssembledTurn } from './turn-state.js';

/**
 * Stage 3: replaces file ids by file content, and media URLs by their bytes. An upstream of the client's own dialect
 * may fetch URLs itself.
 */
export async function resolveMedia(assembled: AssembledTurn): Promise<AssembledTurn> {
  const { context, native, ports, run } = assembled;
  const read = (await ports.readFiles?.(context.messages, { owner: run.owner, native })) ?? context.messages;
  const fetched = await ports.fetchMedia?.(read, run.signal, native);
  const { messages, warnings } = fetched ?? { messages: read, warnings: [] };
  return { ...assembled, context: { ...context, messages, warnings: [...context.warnings, ...warnings] } };
}
