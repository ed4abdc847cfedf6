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
  /** Each file as it was read last: a search that is aborted leaves what it read. */
  readonly #files = new Map<string, KnownFile>();
  #current: readonly KnownFile[] = [];
  #pages: readonly LocalPage[] = [];

  constructor(
    private readonly folder: string,
    /** The URL of the folder. */
    private readonly baseUrl: URL,
  ) {}

  /** The pages by the names of their files; the same array as long as nothing changes. */
  async read(signal: AbortSignal): Promise<readonly LocalPage[]> {
    const names = await this.#names();
    const files: KnownFile[] = [];
    for (const name of names) {
      signal.throwIfAborted();
      const file = await this.#readChanged(name, signal);
      if (file !== undefined) files.push(file);
    }
    const existing = new Set(names);
    for (const name of this.#files.keys()) if (!existing.has(name)) this.#files.delete(name);
    if (files.length !== this.#current.length || files.some((file, index) => file !== this.#current[index])) {
      this.#current = files;
      this.#pages = files.flatMap(({ page }) => page ?? []);
    }
    return this.#pages;
  }

  /** A file as it is now; undefined where it has vanished since the folder was listed. */
  async #readChanged(name: string, signal: AbortSignal): Promise<KnownFile | undefined> {
    const known = this.#files.get(name);
    try {
      const { mtimeMs, size } = await stat(join(this.folder, name));
      const version = `${mtimeMs}:${size}`;
      if (known?.version === version) return known;
      const file = { version, page: await this.#readPage(name, size, signal) };
      this.#files.set(name, file);
      return file;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

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
