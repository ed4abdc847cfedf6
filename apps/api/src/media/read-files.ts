import { inlineFiles, type FileOptions } from '@org/engine/media/inline-files';
import type { TurnPorts } from '@org/engine/turn/run-turn';
import { fieldPaths } from './field-paths.js';

const fileFields: ReadonlySet<string> = new Set(['file_id']);

/** How a turn gets the content of the files that the request `body`, or an earlier turn, names. A refusal names the field of the body. */
export function readFilesOf(body: unknown, options: Pick<FileOptions, 'store' | 'mostBytes' | 'hold'>): NonNullable<TurnPorts['readFiles']> {
  let known: ReadonlyMap<string, string> | undefined;
  const pathOf = (fileId: string): string | undefined => (known ??= fieldPaths(body, fileFields)).get(fileId);
  return (messages, reader) => inlineFiles(messages, { ...options, ...reader, pathOf });
}
