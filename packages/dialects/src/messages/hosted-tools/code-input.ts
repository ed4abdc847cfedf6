// What a request gives to code that the service runs: a container, and files for a new one.
import type { Message, Part, Warning } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';
import type { CodeInput } from './decode-hosted-tool.js';

/** The container that the request names, and the files of its `container_upload` blocks. */
export function decodeCodeInput({ container, messages }: MessageCreateParams): CodeInput {
  const containerId = typeof container === 'string' ? container : container?.id;
  const fileIds = messages.flatMap((message) =>
    blocksOf(message).flatMap((block) => (block.type === 'container_upload' ? [block.file_id] : [])),
  );
  return {
    ...(containerId && { containerId }),
    ...(fileIds.length > 0 && { fileIds: [...new Set(fileIds)] }),
  };
}

/** What of `container` has no effect where code runs here. */
export function warnOfSkills({ container }: MessageCreateParams): readonly Warning[] {
  if (typeof container === 'string' || !container?.skills?.length) return [];
  return [
    {
      kind: 'ignored',
      param: 'container.skills',
      message: 'The service does not load skills into a container.',
    },
  ];
}

/** The messages with a text for the model in place of each file that was put into the container. */
export function withUploads(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) =>
    message.parts.some(isUpload) ? { ...message, parts: message.parts.map(describeUpload) } : message,
  );
}

function isUpload(part: Part): boolean {
  return part.type === 'opaque' && part.apiType === 'container_upload';
}

function describeUpload(part: Part): Part {
  if (part.type !== 'opaque' || !isUpload(part)) return part;
  return {
    ...part,
    text: `The code tools have the file ${String(part.value['file_id'])}. Their descriptions name its path.`,
  };
}
