import { type Citable, isList, isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine';

/** The member of a part that says how the model may cite its block; none where the client has not asked for it. */
export function citableMember(block: JsonObject): { readonly citable?: Citable } {
  const citable = asksForCitations(block) ? citableOf(block) : undefined;
  return citable === undefined ? {} : { citable };
}

/** Whether a document or a search result is to be cited. */
export function asksForCitations(block: JsonObject): boolean {
  return objectOf(block['citations'])['enabled'] === true;
}

function citableOf({ type, title, context, source, content }: JsonObject): Citable | undefined {
  const named = typeof title === 'string' ? { title } : {};
  switch (type) {
    case 'document':
      return { type, ...named, ...documentMembers(objectOf(source), typeof context === 'string' ? context : '') };
    case 'search_result':
      return {
        type: 'search-result',
        ...named,
        ...(typeof source === 'string' && { source }),
        blocks: textsOf(content),
      };
    default:
      return undefined;
  }
}

/** A text without context is the part's own; a part has no field for both. */
function documentMembers({ type, content, data, file_id: fileId }: JsonObject, context: string): Partial<Citable> {
  return {
    ...(context !== '' && { context }),
    ...(content !== undefined && { blocks: textsOf(content) }),
    ...(type === 'text' && typeof data === 'string' && context !== '' && { text: data }),
    ...(type === 'file' && typeof fileId === 'string' && { fileId }),
  };
}

/** The texts of blocks; an empty one in place of each block that is none. */
function textsOf(content: JsonValue | undefined): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!isList(content)) return [];
  return content.map((block) => {
    const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
    return typeof text === 'string' ? text : '';
  });
}
