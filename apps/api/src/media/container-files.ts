import { objectOf } from '@org/engine';

/** A file that a request puts into a container, and the field that names it. */
export interface ContainerFile {
  readonly id: string;
  readonly path: string;
}

/**
 * The files that a request of either dialect mounts in containers of the upstream: content blocks of one, and tools
 * of the other.
 */
export function containerFiles(body: unknown): readonly ContainerFile[] {
  const { messages, tools } = objectOf(body);
  return [...listed(messages).flatMap(uploadsIn), ...listed(tools).flatMap(filesOfTool)];
}

function uploadsIn(message: unknown, index: number): readonly ContainerFile[] {
  return listed(objectOf(message)['content']).flatMap((block, key) => {
    const { type, file_id: id } = objectOf(block);
    return type === 'container_upload' && typeof id === 'string'
      ? [{ id, path: `messages.${index}.content.${key}.file_id` }]
      : [];
  });
}

/** The code interpreter and the shell name their container differently. */
function filesOfTool(tool: unknown, index: number): readonly ContainerFile[] {
  return ['container', 'environment'].flatMap((key) =>
    listed(objectOf(objectOf(tool)[key])['file_ids']).flatMap((id, number) =>
      typeof id === 'string' ? [{ id, path: `tools.${index}.${key}.file_ids.${number}` }] : [],
    ),
  );
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
