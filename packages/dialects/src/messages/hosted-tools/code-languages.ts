import type { CodeLanguage } from '@org/engine';

/** What the model may run with a version of `code_execution`, given as its date: the first one runs Python alone. */
export function codeLanguages(version: string): readonly CodeLanguage[] {
  if (version < '20250825') return ['python'];
  return version < '20260120' ? ['bash', 'editor'] : ['python', 'bash', 'editor'];
}
