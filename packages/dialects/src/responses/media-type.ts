const byExtension: Readonly<Record<string, string>> = {
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
};

/** The MIME type that a file's name promises; PDF is what most files on this wire are. */
export function mediaTypeOfName(name: string): string {
  return byExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/pdf';
}
