import { containerExpiry, type ContainerRecord } from '@org/engine/storage';
import { contentName } from './content-cipher.js';
import { toKeyText } from './key-text.js';

/** A container as a store writes it. */
export interface ContainerRow {
  /** As in the row. */
  readonly owner: string;
  readonly id: string;
  readonly expiresAt: number;
  /** What expired until then does not count when the container is created. */
  readonly createdAt: number;
  /** Everything else, as JSON. */
  readonly description: string;
}

export function toContainerRow(container: ContainerRecord): ContainerRow {
  const { owner, id, ...description } = container;
  return {
    owner: toKeyText(owner),
    id: toKeyText(id),
    expiresAt: containerExpiry(container),
    createdAt: container.createdAt,
    description: JSON.stringify(description),
  };
}

/** Reads the description that {@link toContainerRow} made: the service wrote this text, so its shape is known. */
export function toContainer(owner: string, id: string, description: string): ContainerRecord {
  return { owner, id, ...(JSON.parse(description) as Omit<ContainerRecord, 'owner' | 'id'>) };
}

/** Content name of a container's description. Owner and id are as in the row. */
export function containerName(owner: string, id: string): string {
  return contentName('container', owner, id);
}
