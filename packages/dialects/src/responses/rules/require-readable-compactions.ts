import type { DecryptContent } from '../decode/decode-reasoning.js';
import { refuse } from '../decode/refuse.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/**
 * A compaction replaces everything before it. With one that cannot be decrypted the model would respond as if the
 * conversation were empty.
 */
export function requireReadableCompactions(items: readonly ResolvedItem[], open: DecryptContent): void {
  for (const resolved of items) {
    const { item } = resolved;
    if (item.type !== 'compaction' || open(item.encrypted_content, 'compaction') !== undefined) continue;
    const param = `${pathOf(resolved)}.encrypted_content`;
    refuse(
      param,
      `The service cannot read the encrypted content of '${param}': it was changed, or another service created it.`,
      'invalid_encrypted_content',
    );
  }
}
