const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    csv: 'text/csv',
    gif: 'image/gif',
    html: 'text/html',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    json: 'application/json',
    md: 'text/markdown',
    mp3: 'audio/mpeg',
    pdf: 'application/pdf',
    png: 'image/png',
    txt: 'text/plain',
    wav: 'audio/wav',
    webp: 'image/webp',
    xml: 'application/xml',
  }),
);

/** Notes, tables, settings and source code: the model interprets their text. */
const plain: ReadonlySet<string> = new Set(
  `bash c cc cfg conf cpp cs css diff go h hpp ini java js jsonl jsx kt log lua mjs patch php pl py r rb
  rs rst scala sh sql svelte swift tex toml ts tsv tsx vue yaml yml`.split(/\s+/),
);

/** The MIME type implied by a file name; nothing when the name implies none. */
export function mediaTypeOfName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return byExtension.get(extension) ?? (plain.has(extension) ? 'text/plain' : undefined);
}
