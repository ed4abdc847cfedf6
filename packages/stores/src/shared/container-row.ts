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
  /** Ids of the files that the container owns, as JSON: a deletion reads them where nothing decrypts the description. */
  readonly ownedFiles: string;
}

export function toContainerRow(container: ContainerRecord): ContainerRow {
  const { owner, id, ...description } = container;
  return {
    owner: toKeyText(owner),
    id: toKeyText(id),
    expiresAt: containerExpiry(container),
    createdAt: container.createdAt,
    description: JSON.stringify(description),
    ownedFiles: JSON.stringify(ownedFilesOf(container)),
  };
}

/** Reads the description that {@link toContainerRow} made: the service wrote this text, so its shape is known. */
export function toContainer(owner: string, id: string, description: string): ContainerRecord {
  return { owner, id, ...(JSON.parse(description) as Omit<ContainerRecord, 'owner' | 'id'>) };
}

/**
 * Ids of the files that a stored container owns. The description wins, because a replica of an older release changes it
 * alone; `ownedFiles` stands in for one that cannot be decrypted, and is null in rows that such a release wrote.
 */
export function ownedFilesOfRow(ownedFiles: unknown, decrypt: () => ContainerRecord): readonly string[] {
  try {
    return ownedFilesOf(decrypt());
  } catch {
    return typeof ownedFiles === 'string' ? (JSON.parse(ownedFiles) as readonly string[]) : [];
  }
}

function ownedFilesOf({ files, earlierFiles = [] }: ContainerRecord): readonly string[] {
  return [...files, ...earlierFiles].filter(({ isOwned }) => isOwned).map(({ fileId }) => fileId);
}

/** Content name of a container's description. Owner and id are as in the row. */
export function containerName(owner: string, id: string): string {
  return contentName('container', owner, id);
}
