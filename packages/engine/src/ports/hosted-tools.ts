import type { JsonObject } from '../json/json-value.js';
import type { Citable, DocumentText, NumberedPassage } from '../model/citable.js';
import type { CodeFile, HostedToolKind, HostedToolRequest } from '../model/hosted-tool.js';
import type { Message } from '../model/message.js';
import type { ServerCallOutcome } from '../model/server-tool.js';
import type { RunContext } from './run-context.js';

/** The tools that this installation runs itself. Every runner passes `testing/contracts/hosted-tool-contract`. */
export interface HostedTools {
  /** The kinds that are configured and work. A request for another kind is not passed to {@link open}. */
  readonly kinds: ReadonlySet<HostedToolKind>;
  /** Containers of code that have processes in this process. Undefined: no code runs. */
  readonly runningContainers?: number | undefined;
  /** Resolves once it is known whether all configured kinds work; never rejects. */
  ready(): Promise<void>;
  /**
   * Prepares a tool for one turn. Throws `invalid-request` with the request's `param` for what does not exist or does
   * not belong to the owner, such as a vector store or a container.
   */
  open(request: HostedToolRequest, context: HostedToolContext): Promise<OpenHostedTool>;
  /** Ends what all tools share; never throws. */
  close(): Promise<void>;
}

/** What a hosted tool knows of the turn that it serves. */
export interface HostedToolContext extends Pick<
  RunContext,
  'signal' | 'requestId' | 'owner' | 'maxStoredBytes' | 'ids' | 'clock' | 'trace'
> {
  /** The conversation so far, with the outcomes of earlier calls: the only source of URLs that may be read. */
  messages(): readonly Message[];
  /**
   * The number by which the model cites a source, as `[1]`: unique among all results of the conversation, and the same
   * for the same source. The text of an outcome shows each source under its number.
   */
  numberOf(source: CitableSource): number;
  /**
   * The passages of a document that the model may cite, such as a page that it reads. The text of an outcome shows each
   * passage under its number. A document without text has none.
   */
  numberPassages(document: CitableDocument): readonly NumberedPassage[];
}

/** A document that a tool has read. */
export interface CitableDocument extends Pick<Citable, 'title'> {
  readonly text: DocumentText;
}

/** What the model may cite: a page, or a passage of a file. `text` is what the model reads of it. */
export type CitableSource =
  | { readonly type: 'page'; readonly url: string; readonly title?: string; readonly text: string }
  | { readonly type: 'file'; readonly fileId: string; readonly filename: string; readonly text: string };

/** A hosted tool for one turn. */
export interface OpenHostedTool {
  /** What the model may call, at least one. */
  readonly functions: readonly HostedFunction[];
  /** The container in which code runs. */
  readonly containerId?: string;
  /** Files that code has left in the container, which a text may name. Absent: none. */
  readonly files?: readonly CodeFile[];
  /**
   * Makes one call of one of {@link functions}. `argumentsText` is what the model wrote, which may be no JSON. A failed
   * call is an outcome with `hosted: { type: 'failed' }`, whose text says what the model can do. Throws only
   * `cancelled`, at most 200 ms after an abort.
   */
  call(name: string, argumentsText: string): Promise<ServerCallOutcome>;
  /** Ends what it started; never throws. */
  close(): Promise<void>;
}

/** A function of a hosted tool as the model sees it. */
export interface HostedFunction {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; its root has `type: "object"`. */
  readonly inputSchema: JsonObject;
}
