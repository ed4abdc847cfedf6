import type { JsonObject } from '@org/engine';
import type { CodeSession } from '../code-executor.js';
import { createText, readEditorCommand, replaceText, viewText, type EditResult } from './edit-file.js';

/** Bytes of the longest file that the editor opens. */
const maxEditedBytes = 1024 * 1024;

/** What a command of the editor did. */
export type EditOutcome =
  | {
      readonly type: 'done';
      readonly result: EditResult;
      readonly changed?: { readonly path: string; readonly bytes: number };
    }
  | {
      readonly type: 'failed';
      readonly code: 'invalid-input' | 'file-not-found' | 'content-too-large';
      readonly message: string;
    };

/** Runs a command of the editor in the work folder of a container. */
export async function editInContainer(session: CodeSession, input: JsonObject, folder: string): Promise<EditOutcome> {
  const command = readEditorCommand(input, folder);
  if (typeof command === 'string') return { type: 'failed', code: 'invalid-input', message: command };
  const { path } = command;
  const content = await readText(session, path);
  if (command.command === 'create') return await write(session, path, createText(command.text, content !== undefined));
  if (content === undefined) return { type: 'failed', code: 'file-not-found', message: `There is no file ${path}.` };
  if (content.isTooLong)
    return { type: 'failed', code: 'content-too-large', message: `${path} has more than ${maxEditedBytes} bytes.` };
  if (command.command === 'view') return { type: 'done', result: viewText(content.text, command.range) };
  const replaced = replaceText(content.text, command.old, command.new);
  if (typeof replaced === 'string') return { type: 'failed', code: 'invalid-input', message: replaced };
  return await write(session, path, replaced);
}

async function readText(
  session: CodeSession,
  path: string,
): Promise<{ readonly text: string; readonly isTooLong: boolean } | undefined> {
  const slice = await session.readFile(path, 0, maxEditedBytes).catch(() => undefined);
  if (slice === undefined) return undefined;
  return { text: Buffer.from(slice.bytes).toString('utf8'), isTooLong: slice.size > maxEditedBytes };
}

async function write(session: CodeSession, path: string, result: EditResult): Promise<EditOutcome> {
  const bytes = Buffer.from(result.text ?? '', 'utf8');
  if (bytes.length > maxEditedBytes)
    return {
      type: 'failed',
      code: 'content-too-large',
      message: `The file would have more than ${maxEditedBytes} bytes.`,
    };
  try {
    await session.writeFile(path, 0, bytes);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { type: 'failed', code: 'invalid-input', message: `${path} cannot be written: ${reason}.` };
  }
  await session.markFiles();
  return { type: 'done', result, changed: { path, bytes: bytes.length } };
}
