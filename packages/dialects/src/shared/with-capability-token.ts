import type { EngineError } from '@org/engine';

/**
 * A message with the token by which clients detect what is unsupported, in any wording. Claude Code accepts no letter,
 * digit, `_`, `:`, `.` or `-` directly after the token.
 */
export function withCapabilityToken({ capability }: Pick<EngineError, 'capability'>, message: string): string {
  return capability === undefined ? message : `${message} (capability_rejected: ${capability})`;
}
