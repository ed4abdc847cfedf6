// Long contents have an array buffer of their own, so that they move to another thread without a copy.
import { countCharacters, type Steps, type StoreMemory, textChunks } from '@org/engine/storage';

/** Characters from which a content is long. */
export const longCharacters = 262_144;

/** The texts one after the other, in UTF-8. */
export function* toOwnContent(texts: readonly string[]): Steps<Buffer> {
  const content = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts)
    for (const chunk of text.length > longCharacters ? textChunks(text) : [text]) {
      at += content.write(chunk, at);
      yield;
    }
  return content;
}

/** The array buffers of those contents that are no texts. */
export function ownBuffers(contents: readonly (string | Uint8Array)[]): readonly ArrayBuffer[] {
  return contents.flatMap((content) =>
    typeof content !== 'string' && content.buffer instanceof ArrayBuffer ? [content.buffer] : [],
  );
}

/** Counts the memory of contents until `write` has ended, if they are long together. */
export async function whileCounted<Result>(
  memory: StoreMemory,
  owner: string,
  contents: readonly (string | object)[],
  write: () => Promise<Result>,
): Promise<Result> {
  const bytes = countCharacters(contents);
  if (bytes <= longCharacters) return await write();
  const end = memory.count(owner, bytes);
  try {
    return await write();
  } finally {
    end();
  }
}
