import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readDocument } from '../../documents/read-document.js';
import type { LocalPage } from '../web-search-settings.js';

const readable = /\.(?:md|markdown|html?|txt)$/i;
const maxFiles = 20_000;
const maxFileBytes = 4 * 1024 * 1024;

interface KnownFile {
  /** Time and size of the file when it was read. */
  readonly version: string;
  readonly page: LocalPage | undefined;
}

/** The pages of a folder. Files that changed are read again. Links are not followed, so it never leaves the folder. */
export class FolderPages {
  #known: ReadonlyMap<string, KnownFile> = new Map();

  constructor(
    private readonly folder: string,
    /** The URL of the folder. */
    private readonly baseUrl: URL,
  ) {}

  /** The pages by the names of their files; the same array as long as nothing changes. */
  async read(signal: AbortSignal): Promise<readonly LocalPage[]> {
    const known = this.#known;
    const files = new Map<string, KnownFile>();
    let isChanged = false;
    for (const name of await this.#names()) {
      signal.throwIfAborted();
      const path = join(this.folder, name);
      const { mtimeMs, size } = await stat(path);
      const version = `${mtimeMs}:${size}`;
      const before = known.get(name);
      isChanged ||= before?.version !== version;
      files.set(
        name,
        before?.version === version ? before : { version, page: await this.#readPage(name, size, signal) },
      );
    }
    if (isChanged || files.size !== known.size) {
      this.#known = files;
      this.#pages = [...files.values()].flatMap(({ page }) => (page === undefined ? [] : [page]));
    }
    return this.#pages;
  }

  #pages: readonly LocalPage[] = [];

  async #names(): Promise<readonly string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && readable.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.folder, sep).length))
      .toSorted()
      .slice(0, maxFiles);
  }

  async #readPage(name: string, size: number, signal: AbortSignal): Promise<LocalPage | undefined> {
    if (size > maxFileBytes) return undefined;
    const url = new URL(name.split(sep).map(encodeURIComponent).join('/'), this.baseUrl).href;
    const document = await readDocument(await readFile(join(this.folder, name)), { filename: name, url }, { signal });
    if (document.type === 'failure') return undefined;
    const text = document.sections.map((section) => section.text).join('\n\n');
    const heading = document.sections.find((section) => section.heading !== undefined)?.heading;
    return { url, title: document.title ?? heading ?? name, text };
  }
}
