import { EngineError } from '../../errors/engine-error.js';
import type { DialectId } from '../../model/extensions.js';
import type { Message } from '../../model/message.js';
import type { Warning } from '../../model/warning.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { ChainTurn } from '../../ports/store.js';
import { isTerminal } from '../../ports/turn-status.js';
import type { CitableSources } from '../server-tools/citable-sources.js';
import { serverToolHistory, type ServerToolHistory } from '../server-tools/server-tool-history.js';
import { expandServerCalls } from '../server-tools/expand-server-calls.js';
import type { TurnRequest } from '../turn-request.js';
import { arrangedCalls } from './arranged-calls.js';
import { dropOtherSignersReasoning } from './drop-other-signers-reasoning.js';
import { hasResultIn, checkCallsHaveResults, checkToolPairing, messagesOfTurn } from './tool-pairing.js';
import { checkSummariesReadable } from './check-summaries-readable.js';
import { sinceSummary } from './since-summary.js';

/** The context for the language model, and what was omitted from it. */
export interface AssembledContext {
  readonly messages: readonly Message[];
  readonly warnings: readonly Warning[];
}

/** The context of a turn. */
export interface TurnContext extends AssembledContext {
  /** The history of server tools. Absent: there is none, or the upstream reads it by itself. */
  readonly serverTools?: ServerToolHistory;
  /** What the model may cite of its documents. Absent: nothing. */
  readonly sources?: CitableSources;
}

/** The language model that will respond, as far as it determines which parts of a conversation it can receive. */
export type ContextReader = Pick<LanguageModel, 'native' | 'signer'>;

/**
 * Instructions, then earlier turns or the conversation, then the new input. Instructions of earlier turns are not
 * carried over. Messages that a summary replaces are omitted, and results follow their calls, each once. An upstream
 * of the turn's own dialect receives everything unchanged and validates it itself; for every other, calls of server
 * tools are converted to text. Throws `conflict` for an earlier turn that still runs, and `invalid-request` for a
 * tool result without its call, a call without its result and a compaction that cannot be read.
 */
export function assembleContext(
  turn: TurnRequest,
  earlier: readonly ChainTurn[],
  conversation: readonly Message[] = [],
  reader: ContextReader = {},
): TurnContext {
  const native = reader.native?.dialect === turn.dialect;
  const signer = reader.native?.signer ?? reader.signer;
  for (const { id, status } of earlier) {
    if (!isTerminal(status))
      throw new EngineError('conflict', `The response '${id}' has not ended yet, so nothing can continue it.`);
  }
  const hasResult = hasResultIn([...earlier.flatMap(({ input }) => input), ...turn.input]);
  const history = dropOtherSignersReasoning(
    [...conversation, ...earlier.flatMap((one) => messagesOfTurn(one, hasResult))],
    signer,
  );
  const input = dropOtherSignersReasoning(turn.input, signer);
  if (!native) checkSummariesReadable(history.messages, turn);
  const allMessages = [...history.messages, ...input.messages];
  const serverTools = native ? undefined : serverToolHistory(allMessages, input.messages);
  return {
    messages: [...turn.instructions, ...(native ? allMessages : arrangeMessages(allMessages, serverTools, turn))],
    // The client received the warnings of the history when it sent it.
    warnings: input.dropped === 0 ? [] : [otherSignersReasoningWarning(turn, input.dropped)],
    ...(serverTools !== undefined && { serverTools }),
  };
}

function arrangeMessages(
  allMessages: readonly Message[],
  serverTools: ServerToolHistory | undefined,
  turn: TurnRequest,
): readonly Message[] {
  checkToolPairing(allMessages, inputOf(turn));
  const messages = expandServerCalls(sinceSummary(allMessages), serverTools);
  checkCallsHaveResults(messages, inputOf(turn));
  return arrangedCalls(messages);
}

/** The request field that holds the messages. */
const inputFields: Readonly<Record<DialectId, string>> = { messages: 'messages', responses: 'input' };

function inputOf({ dialect }: TurnRequest): string {
  return inputFields[dialect];
}

function otherSignersReasoningWarning(turn: TurnRequest, count: number): Warning {
  return {
    kind: 'dropped',
    param: inputOf(turn),
    message: `${count} reasoning ${count === 1 ? 'part' : 'parts'} signed by another service cannot be verified here and ${count === 1 ? 'was' : 'were'} left out.`,
  };
}
