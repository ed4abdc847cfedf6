// Writes the files of a page, each also compressed, with a list of them that the service reads (src/pages/site-files.ts).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Brotli at its best level takes ten seconds for megabytes, and saves a twentieth. */
const longBytes = 1_000_000;

const encodings = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > longBytes ? 9 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
};

/** How long a file of an earlier build stays: a service that runs may read it yet. */
const unusedFileMs = 24 * 60 * 60 * 1000;

/** The name with a hash of the content, so that a client may cache the file forever. */
export function hashedName(name, content) {
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}-${hashOf(content).slice(0, 10)}${extension}`;
}

/**
 * @param {string} folder where to publish
 * @param {ReadonlyMap<string, Buffer>} files content by name. All names except index.html contain a content hash.
 */
export function publishSite(folder, files) {
  mkdirSync(folder, { recursive: true });
  const list = {};
  const names = new Set(['files.json']);
  for (const [name, bytes] of files) {
    const type = types[extname(name)];
    if (type === undefined) throw new Error(`${name}: publish-site.mjs has no content type for it.`);
    const isHashed = name !== 'index.html';
    const written = { type, etag: hashOf(bytes).slice(0, 20), immutable: isHashed, encodings: [] };
    for (const encoding of Object.keys(encodings)) {
      const compressed = join(folder, `${name}.${encoding}`);
      names.add(`${name}.${encoding}`);
      // A hashed name has the same content in every build.
      if (!isHashed || !existsSync(compressed)) write(compressed, encodings[encoding](bytes));
      if (statSync(compressed).size < bytes.length * 0.9) written.encodings.push(encoding);
    }
    names.add(name);
    write(join(folder, name), bytes);
    list[name] = written;
  }
  write(join(folder, 'files.json'), JSON.stringify(list));
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!names.has(name) && Date.now() - statSync(file).mtimeMs > unusedFileMs) rmSync(file, { force: true });
  }
}

/** A running service never reads half a file. */
function write(path, content) {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, content);
  renameSync(fresh, path);
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('base64url').replaceAll(/[-_]/g, '0');
}
