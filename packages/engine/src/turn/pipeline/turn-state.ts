// The state that the stages of a turn pass on. Each stage returns the input type of the next one, so the compiler
// checks their order.
import type { DialectId } from '../../model/extensions.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { Message } from '../../model/message.js';
import type { MediaPart } from '../../model/part.js';
import type { Warning } from '../../model/warning.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { RunContext } from '../../ports/run-context.js';
import type { ChainTurn, Store } from '../../ports/store.js';
import type { HostedTools } from '../../ports/hosted-tools.js';
import type { McpServers } from '../../ports/mcp-servers.js';
import type { AssembledContext, TurnContext } from '../context/assemble-context.js';
import type { ConversationLocks } from '../conversation-locks/conversation-locks.js';
import type { ServerToolSession } from '../server-tools/run-server-tool-loop.js';
import type { TurnRequest } from '../turn-request.js';

/** The owner whose files are read, and the model that reads them. */
export interface FileReader {
  readonly owner: string;
  /** Dialect of an upstream that receives the client's request unchanged and may store its own files. */
  readonly native: DialectId | undefined;
}

/** The run that reads the pages of a document. */
export type PageReadingRun = Pick<RunContext, 'signal' | 'owner'>;

/** What a turn runs on. */
export interface TurnPorts {
  /** Finds the language model for a model name. Throws `unknown-model`. */
  readonly registry: { resolve(model: string): LanguageModel };
  readonly store: Pick<Store, 'getChain' | 'findMissingLink' | 'putTurn'>;
  /** Where turns with a `conversationId` read it. Absent: this installation has no conversations. */
  readonly conversations?: Pick<ConversationLocks, 'enter'>;
  /** Replaces URLs of media by their bytes, for the language model alone. `native`: as for files. Absent: URLs are passed on. */
  fetchMedia?(messages: readonly Message[], signal: AbortSignal, native?: DialectId): Promise<AssembledContext>;
  /** Replaces ids of the owner's files by their content, for the language model alone. Absent: ids are passed on. */
  readonly readFiles?: (messages: readonly Message[], reader: FileReader) => Promise<readonly Message[]>;
  /**
   * The texts of a PDF file, one for each page, so that the model can cite it. Undefined where it has none or is not
   * readable; throws only `cancelled`. Absent: PDF files are not cited.
   */
  readonly readPages?: (document: MediaPart, run: PageReadingRun) => Promise<readonly string[] | undefined>;
  /** MCP servers whose tools a turn names. Absent: their tools are not offered. */
  readonly mcpServers?: McpServers;
  /** Hosted tools that the service runs. Absent: none is offered. */
  readonly hostedTools?: HostedTools;
}

/** A turn before its first stage. */
export interface TurnStart {
  readonly turn: TurnRequest;
  readonly ports: TurnPorts;
  readonly run: RunContext;
}

/** State after `load`: the language model and the context that the turn continues. */
export interface LoadedTurn extends TurnStart {
  readonly languageModel: LanguageModel;
  /** The turn's dialect, where the upstream speaks it too and receives the request unchanged. */
  readonly native: DialectId | undefined;
  /** Earlier turns of the chain, root first. */
  readonly earlier: readonly ChainTurn[];
  /** Messages of the conversation, oldest first. Absent: the turn continues none. */
  readonly conversation: readonly Message[] | undefined;
  /** The turn without the input that the conversation already holds. */
  readonly deduplicatedTurn: TurnRequest;
}

/** After `assemble`, and after `resolve files and media`: the messages that the language model reads. */
export interface AssembledTurn extends LoadedTurn {
  readonly context: TurnContext;
}

/** After `open tools`. */
export interface TurnWithTools extends AssembledTurn {
  /** The server tools that are called between the steps. Absent: none is. */
  readonly toolSession: ServerToolSession | undefined;
}

/** Ready to generate. */
export interface PreparedTurn extends TurnWithTools {
  readonly request: GenerationRequest;
  /** What of the request no model was given. */
  readonly unsupported: readonly Warning[];
}
