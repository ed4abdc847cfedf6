import type { HostedToolContext, HostedToolKind, HostedToolRequest, HostedTools, OpenHostedTool } from '@org/engine';

/** Runs the hosted tools of one kind. */
export interface HostedToolRunner<Kind extends HostedToolKind> {
  /** See {@link HostedTools.open}. */
  open(request: HostedToolRequest & { readonly kind: Kind }, context: HostedToolContext): Promise<OpenHostedTool>;
}

/** The runners of an installation, by the kind that each runs. */
export type HostedToolRunners = { readonly [Kind in HostedToolKind]?: HostedToolRunner<Kind> | undefined };

/**
 * Joins the runners. `findRunners` is read for each request, because a runner may become available after the start.
 * `ready`: when they are tried out; `close`: ends what they share; `runningContainers`: as in {@link HostedTools}.
 */
export function createHostedTools(
  findRunners: () => HostedToolRunners,
  {
    ready = async () => {},
    close = async () => {},
    runningContainers = () => undefined,
  }: Partial<Pick<HostedTools, 'ready' | 'close'>> & { readonly runningContainers?: () => number | undefined } = {},
): HostedTools {
  return {
    get kinds() {
      const runners = findRunners();
      return new Set(allKinds.filter((kind) => runners[kind] !== undefined));
    },
    get runningContainers() {
      return runningContainers();
    },
    async open(request, context) {
      const tool = await openWith(findRunners(), request, context);
      if (tool === undefined) throw new TypeError(`The service runs no hosted tool of kind ${request.kind}.`);
      return tool;
    },
    ready,
    close,
  };
}

const allKinds: readonly HostedToolKind[] = ['web-search', 'web-fetch', 'file-search', 'code'];

async function openWith(
  runners: HostedToolRunners,
  request: HostedToolRequest,
  context: HostedToolContext,
): Promise<OpenHostedTool | undefined> {
  switch (request.kind) {
    case 'web-search':
      return runners['web-search']?.open(request, context);
    case 'web-fetch':
      return runners['web-fetch']?.open(request, context);
    case 'file-search':
      return runners['file-search']?.open(request, context);
    case 'code':
      return runners.code?.open(request, context);
  }
}
