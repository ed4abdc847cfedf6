/** Shorter contents are left to the garbage collector. */
const minBytes = 262_144;
/** Bytes that an array buffer may have before a content: nonce and tag. */
const maxPrefixBytes = 64;

/**
 * Frees the memory of a long content that is no longer needed, if it has its array buffer for itself. The garbage
 * collector may leave it for minutes.
 */
export function freeContent({ buffer, length }: Uint8Array): void {
  if (length < minBytes || !(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength <= length + maxPrefixBytes) buffer.transfer(0);
}
