import { EngineError } from '@org/engine';

/** A file of a repository. */
export interface HubEntry {
  /** Path inside the repository. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads a page of the list of files. Source: https://huggingface.co/docs/hub/api, `tree`. */
export function readTree(text: string): readonly HubEntry[] {
  const entries = parse(text);
  if (!Array.isArray(entries))
    throw new EngineError('upstream-failed', 'the hub did not respond with a list of files', { retryable: false });
  return entries.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('path' in entry) || typeof entry.path !== 'string') return [];
    if ('type' in entry && entry.type !== 'file') return [];
    return [{ path: entry.path, size: 'size' in entry && typeof entry.size === 'number' ? entry.size : 0 }];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
