// The files of a page, as the build wrote them (build/publish-site.mjs): each as it is, and compressed.
import { readFile } from 'node:fs/promises';
import { EngineError } from '@org/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed, type CompressedContent } from '../http/reply/send-compressed.js';

/** A file in the list of the build. */
type SiteFile = Omit<CompressedContent, 'read'>;

/** Serves the files of one folder. Whatever is not in its list does not exist. */
export class SiteFiles {
  readonly #folder: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #read: (file: URL) => Promise<Uint8Array>;
  readonly #contents = new Map<string, Promise<Buffer>>();

  /** @param headers of every response, such as the policy of the page */
  constructor(
    folder: URL,
    headers: Readonly<Record<string, string>>,
    read: (file: URL) => Promise<Uint8Array> = readFile,
  ) {
    this.#folder = folder;
    this.#headers = headers;
    this.#read = read;
  }

  /** Sends a file, in an encoding that the client accepts, or 304 to a client that has it. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const files = await this.#list();
    const file = files.get(name);
    if (file === undefined) throw new EngineError('not-found', 'This page has no such file.');
    return sendCompressed(request, reply.headers(this.#headers), {
      ...file,
      read: (encoding) => this.#content(encoding === undefined ? name : `${name}.${encoding}`),
    });
  }

  async #list(): Promise<ReadonlyMap<string, SiteFile>> {
    const list = JSON.parse((await this.#content('files.json')).toString()) as Readonly<Record<string, SiteFile>>;
    return new Map(Object.entries(list));
  }

  /**
   * Reads a file on its first request. All readers share its bytes: anyone may open the page, and many slow readers of
   * a copy each would take gigabytes. A failure may be temporary, so the next request tries again.
   */
  #content(name: string): Promise<Buffer> {
    const before = this.#contents.get(name);
    if (before !== undefined) return before;
    const reading = this.#read(new URL(name, this.#folder)).then(
      (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      (error: unknown) => {
        this.#contents.delete(name);
        throw error;
      },
    );
    this.#contents.set(name, reading);
    return reading;
  }
}
