// Tool calls in the messages dialect: the calls of a response, and the request with their results.
import type { ContentBlockParam, MessageParam, ToolUnion } from '@org/protocol/messages';
import type { ContentBlock, Message, ToolUseBlock } from '../responses/response-types.js';
import type { RequestOptions } from '../client-options.js';
import type { MessageParams } from '../resources/messages-resource.js';
import { runTool, toolsOf, type RunnableTool } from './tool.js';
import type { ToolStep } from './tool-run.js';

/** The request with this program's tools added to its own. */
export function withMessageTools(params: MessageParams, tools: readonly RunnableTool[]): MessageParams {
  return { ...params, tools: [...(params.tools ?? []), ...tools.map(apiTool)] };
}

function apiTool({ name, description, parameters, strict }: RunnableTool): ToolUnion {
  return {
    name,
    input_schema: { type: 'object', ...parameters },
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
}

/** The next step after `response`: none when it calls no tools, or a tool that this program does not have. */
export function messageStep(
  request: MessageParams,
  response: Message,
  tools: readonly RunnableTool[],
  { signal }: Pick<RequestOptions, 'signal'>,
): ToolStep<MessageParams, Message> {
  const calls = toolsOf(response.content.filter(isToolUse), tools);
  if (response.stop_reason !== 'tool_use' || calls === undefined) return { response };
  const run = async ([{ input, id }, tool]: readonly [ToolUseBlock, RunnableTool]): Promise<ContentBlockParam> => {
    const { text, failed } = await runTool(tool, input, { callId: id, ...(signal !== undefined && { signal }) });
    return { type: 'tool_result', tool_use_id: id, content: text, ...(failed && { is_error: true }) };
  };
  return {
    response,
    next: async () => goOn(request, response, { role: 'user', content: await Promise.all(calls.map(run)) }),
  };
}

function isToolUse(block: ContentBlock): block is ToolUseBlock {
  return block.type === 'tool_use';
}

/** A forced tool call applies to the first response only; the other settings of the choice stay in effect. */
function goOn(request: MessageParams, response: Message, results: MessageParam): MessageParams {
  const choice = request.tool_choice;
  const forced = choice?.type === 'any' || choice?.type === 'tool';
  const single =
    forced && choice.disable_parallel_tool_use !== undefined
      ? { disable_parallel_tool_use: choice.disable_parallel_tool_use }
      : {};
  const free: MessageParams = { ...request, ...(forced && { tool_choice: { type: 'auto', ...single } }) };
  if (request.thread != null)
    return { ...free, messages: [results], thread: { type: 'continue', previous_message_id: response.id } };
  return { ...free, messages: [...request.messages, { role: 'assistant', content: response.content }, results] };
}
