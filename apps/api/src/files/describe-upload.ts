// The stored metadata of an uploaded file.
import { type FileRecord, mediaTypeOfName } from '@org/engine';
import type { UploadForm } from './read-upload.js';

const unknownType = 'application/octet-stream';
const mediaType = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}$/;
/** As common file systems have it, in UTF-16 units. */
const maxNameLength = 255;
const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/pdf': '.pdf',
    'image/gif': '.gif',
    'image/jpeg': '.jpg',
    'image/png': '.png',
    'image/webp': '.webp',
    'text/plain': '.txt',
  }),
);

/** Name and type. What a form calls a mere stream of bytes is what the name promises. */
export function describeUpload({
  filename,
  mediaType: declaredType,
}: Pick<UploadForm, 'filename' | 'mediaType'>): Pick<FileRecord, 'filename' | 'mediaType'> {
  const name = sanitizeFilename(filename ?? '');
  const known = mediaType.test(declaredType) && declaredType !== unknownType ? declaredType.toLowerCase() : undefined;
  const type = known ?? mediaTypeOfName(name) ?? unknownType;
  return { filename: name === '' ? `unnamed${extensions.get(type) ?? ''}` : name, mediaType: type };
}

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]/g;

/** The last part of a path, without what no name has. Its end stays, with the extension. */
function sanitizeFilename(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? '';
  return last.toWellFormed().replace(controlCharacters, '').slice(-maxNameLength).trim();
}
