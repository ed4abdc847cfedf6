// A container and its files in the format of the responses dialect.
import type { ContainerFile, ContainerRecord, JsonObject } from '@org/engine';
import { workFolder } from '@org/hosted-tools';

export function encodeContainer({
  id,
  name,
  createdAt,
  lastActiveAt,
  idleMinutes,
  memoryMiB,
}: ContainerRecord): JsonObject {
  return {
    id,
    object: 'container',
    created_at: toSeconds(createdAt),
    name,
    status: 'running',
    last_active_at: toSeconds(lastActiveAt),
    expires_after: { anchor: 'last_active_at', minutes: idleMinutes },
    ...(memoryMiB !== undefined && { memory_limit: `${memoryMiB / 1024}g` }),
    network_policy: { type: 'disabled' },
  };
}

export function encodeContainerFile(
  containerId: string,
  { fileId, createdAt, bytes, path, source }: ContainerFile,
): JsonObject {
  return {
    id: fileId,
    object: 'container.file',
    container_id: containerId,
    created_at: toSeconds(createdAt),
    bytes,
    path: `${workFolder}/${path}`,
    source,
  };
}

/** A page of encoded objects, which have ids. */
export function encodePage(data: readonly JsonObject[], hasMore: boolean): JsonObject {
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? '',
    last_id: data.at(-1)?.['id'] ?? '',
    has_more: hasMore,
  };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
