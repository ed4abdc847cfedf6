import { arrayOf, asObject, type JsonObject } from '@org/engine';

/** An entry of a list in the sent body that an error points at. */
export interface PointedEntry {
  readonly index: number;
  readonly entry: Readonly<Record<string, unknown>>;
  /** The rest of the path, inside the entry. */
  readonly rest: readonly string[];
}

/**
 * The entries of `list` in the sent body that the paths of an error point at: `tools.1.type` points at the second tool.
 * Validation libraries may write tags of unions before the index.
 */
export function entriesAt(body: JsonObject, list: string, paths: readonly string[]): readonly PointedEntry[] {
  const entries = arrayOf(body[list]);
  return paths.flatMap((path) => {
    const [root, ...segments] = path.split('.');
    const at = segments.findIndex(isIndex);
    const index = Number(segments[at]);
    const entry = asObject(entries[index]);
    return root === list && at !== -1 && entry !== undefined ? [{ index, entry, rest: segments.slice(at + 1) }] : [];
  });
}

/** The block of a message that the path points at; the entry itself where the path ends before one. */
export function blockAt({ entry, rest }: PointedEntry): PointedEntry['entry'] {
  const at = rest[0] === 'content' ? rest.findIndex(isIndex) : -1;
  return at === -1 ? entry : (asObject(arrayOf(entry['content'])[Number(rest[at])]) ?? entry);
}

function isIndex(segment: string): boolean {
  return /^\d{1,6}$/.test(segment);
}
