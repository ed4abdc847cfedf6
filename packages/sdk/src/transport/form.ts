import { randomKey } from './random-key.js';

/**
 * A form with a file, as sent. A library's `fetch` accepts only that library's `FormData`, but all accept blobs; a
 * file in a blob is read from disk only while it is sent.
 */
export interface Form {
  readonly type: string;
  readonly body: Blob;
}

/** These fields, followed by the file as the field `file`. */
export function formOf(fields: Readonly<Record<string, string>>, file: Blob, filename: string): Form {
  const boundary = `form-${randomKey()}`;
  const part = (name: string, more = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n${value}\r\n`);
  const head = `${part('file', `; filename="${quoted(filename)}"`)}content-type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([...texts, head, file, `\r\n--${boundary}--\r\n`]),
  };
}

/** As the standard of HTML has it, and every browser. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
