import type { DocumentSection } from './document.js';

/** The sections that have text, up to `maxCharacters` of it, and whether more followed. */
export function boundSections(
  sections: readonly DocumentSection[],
  maxCharacters: number,
): { readonly sections: readonly DocumentSection[]; readonly truncated?: true } {
  const bounded: DocumentSection[] = [];
  let left = maxCharacters;
  for (const section of sections) {
    if (section.text.trim() === '') continue;
    if (left === 0) return { sections: bounded, truncated: true };
    const text = section.text.slice(0, left).toWellFormed();
    left -= text.length;
    bounded.push({ ...section, text });
    if (text.length < section.text.length) return { sections: bounded, truncated: true };
  }
  return { sections: bounded };
}
