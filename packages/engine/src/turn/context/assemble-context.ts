import { EngineError } from '../../errors/engine-error.js';
import type { DialectId } from '../../model/extensions.js';
import type { Message } from '../../model/message.js';
import type { Warning } from '../../model/warning.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { ChainTurn } from '../../ports/store.js';
import { isTerminal } from '../../ports/turn-status.js';
import { serverToolHistory, type ServerToolHistory } from '../server-tools/server-tool-history.js';
import { expandServerCalls } from '../server-tools/expand-server-calls.js';
import type { TurnRequest } from '../turn-request.js';
import { arrangedCalls } from './arranged-calls.js';
import { dropOtherSignersReasoning } from './drop-other-signers-reasoning.js';
import { hasResultIn, checkCallsHaveResults, checkToolPairing, messagesOfTurn } from './tool-pairing.js';
import { checkSummariesReadable } from './readable-summaries.js';
import { sinceSummary } from './since-summary.js';

/** What the generator is shown, and what was left out of it. */
export interface AssembledContext {
  readonly messages: readonly Message[];
  readonly warnings: readonly Warning[];
}

/** The context of a turn. */
export interface TurnContext extends AssembledContext {
  /** What it tells of tools that run at the server's side. Absent: nothing, or the upstream reads it by itself. */
  readonly serverTools?: ServerToolHistory;
}

/** Who is to answer, as far as that decides what of a conversation can be shown. */
export type ContextReader = Pick<LanguageModel, 'native' | 'signer'>;

/**
 * Instructions, then what earlier turns or the conversation said, then the new input. Instructions of earlier turns are not carried over.
 * What a summary stands for is left out, and results stand behind their calls, each once. An upstream that speaks the turn's own dialect gets everything as it is, and
 * judges it by itself; for every other, calls of servers' tools are spelled out. Throws `conflict` for an earlier turn that still runs and `invalid-request` for a tool result without its call, a call
 * without its result and a compaction that cannot be read.
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
    // Of the history the client was told when it sent it.
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

/** The field of the request that holds what is said. */
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
