/** A page or a file that an output cites or that a tool found. */
export interface Source {
  readonly title: string;
  /** Only of http and https, so that a click runs nothing. */
  readonly url: string | undefined;
  /** The cited text, or what the tool reports about it. */
  readonly detail: string | undefined;
}

/** A file of a code run. */
export interface OutputFile {
  readonly name: string;
  /** Path of its content at this service. */
  readonly path: string;
}

/** What a hosted tool did: a call, its result, or both, as the dialect has them. */
export interface HostedTool {
  readonly kind: 'hosted-tool';
  readonly title: string;
  /** Query, URL or code. */
  readonly input: string;
  readonly isCode: boolean;
  readonly state: 'running' | 'completed' | 'failed';
  readonly sources: readonly Source[];
  /** What the code wrote, or why the call failed. */
  readonly log: string;
  readonly files: readonly OutputFile[];
}

/** A tool with only some of its facts. */
export function hostedTool(facts: Partial<HostedTool> & Pick<HostedTool, 'title'>): HostedTool {
  return {
    kind: 'hosted-tool',
    input: '',
    isCode: false,
    state: 'completed',
    sources: [],
    log: '',
    files: [],
    ...facts,
  };
}

/** The source at a URL; a URL of another scheme becomes text. */
export function sourceOf(url: string | undefined, title?: string, detail?: string): Source {
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  return { title: title || url || 'untitled', url: isLink ? url : undefined, detail: detail || undefined };
}

/** The file with this id; the id names it where the dialect has no name. */
export function fileOf(fileId: string, name: string = fileId, containerId?: string): OutputFile {
  const folder = containerId === undefined ? '/v1/files' : `/v1/containers/${encodeURIComponent(containerId)}/files`;
  return { name, path: `${folder}/${encodeURIComponent(fileId)}/content` };
}

/** Each source once, in order. A page that a text cites in several places has the first quote. */
export function distinctSources(sources: readonly Source[]): readonly Source[] {
  const seen = new Set<string>();
  return sources.filter(({ url, title }) => {
    const key = url ?? title;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
