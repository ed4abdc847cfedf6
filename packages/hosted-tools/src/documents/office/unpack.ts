import { unzipSync } from 'fflate';
import { DocumentError } from '../document-error.js';
import type { DocumentLimits } from '../document.js';

/** The entries of a ZIP archive whose names match `wanted`, as text. */
export type Unpack = (wanted: { test(name: string): boolean }) => ReadonlyMap<string, string>;

/**
 * Unpacks entries of `bytes` on demand, at most `maxUnpackedBytes` in all. The library writes no more bytes of an
 * entry than its directory declares, so the declared sizes are a limit that a hostile archive cannot exceed.
 */
export function unpacking(
  bytes: Uint8Array,
  { maxEntries, maxUnpackedBytes }: Pick<DocumentLimits, 'maxEntries' | 'maxUnpackedBytes'>,
): Unpack {
  let unpacked = 0;
  return (wanted) => {
    let entries = 0;
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if ((entries += 1) > maxEntries)
          throw new DocumentError('too_large', `The file has more than ${maxEntries} entries.`);
        if (!wanted.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > maxUnpackedBytes)
          throw new DocumentError('too_large', `The file unpacks to more than ${maxUnpackedBytes} bytes.`);
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)]));
  };
}
