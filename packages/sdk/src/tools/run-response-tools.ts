// Tool calls in the responses dialect: the calls of a response, and the request with their results.
import type { ResponseInputItem, Tool } from '@org/protocol/responses';
import { toInputItems } from '../responses/to-input-items.js';
import type { RequestOptions } from '../client-options.js';
import type {
  Response as ModelResponse,
  ResponseFunctionToolCall,
  ResponseOutputItem,
} from '../responses/response-types.js';
import type { ResponseParams } from '../resources/responses-resource.js';
import { runTool, toolsOf, type RunnableTool } from './tool.js';
import { ResponseToolRun, runSteps, type ToolRunOptions, type ToolStep } from './tool-run.js';

type ToolChoice = NonNullable<ResponseParams['tool_choice']>;

/** Responses of the model from `createResponse`, while this program runs the tools that they call. */
export function runResponseTools(
  params: ResponseParams,
  tools: readonly RunnableTool[],
  options: Pick<ToolRunOptions, 'maxSteps' | 'signal'>,
  createResponse: (request: ResponseParams) => Promise<ModelResponse>,
): ResponseToolRun {
  const ask = async (request: ResponseParams): Promise<ToolStep<ResponseParams, ModelResponse>> =>
    responseStep(request, await createResponse(request), tools, options);
  return new ResponseToolRun(runSteps(withResponseTools(params, tools), ask, options.maxSteps));
}

/** The request with this program's tools added to its own. */
function withResponseTools(params: ResponseParams, tools: readonly RunnableTool[]): ResponseParams {
  return { ...params, tools: [...(params.tools ?? []), ...tools.map(apiTool)] };
}

function apiTool({ name, description, parameters, strict }: RunnableTool): Tool {
  return {
    type: 'function',
    name,
    parameters: { ...parameters },
    strict: strict ?? null,
    ...(description !== undefined && { description }),
  };
}

/** The next step after `response`: none when it calls no tools, or a tool that this program does not have. */
function responseStep(
  request: ResponseParams,
  response: ModelResponse,
  tools: readonly RunnableTool[],
  { signal }: Pick<RequestOptions, 'signal'>,
): ToolStep<ResponseParams, ModelResponse> {
  const calls = toolsOf(response.output.filter(isFunctionCall), tools);
  if (response.status !== 'completed' || calls === undefined) return { response };
  const run = async ([{ arguments: args, call_id: callId }, tool]: readonly [
    ResponseFunctionToolCall,
    RunnableTool,
  ]): Promise<ResponseInputItem> => {
    const { text } = await runTool(tool, args, { callId, ...(signal !== undefined && { signal }) });
    return { type: 'function_call_output', call_id: callId, output: text };
  };
  return { response, next: async () => goOn(request, response, await Promise.all(calls.map(run))) };
}

function isFunctionCall(item: ResponseOutputItem): item is ResponseFunctionToolCall {
  return item.type === 'function_call';
}

function goOn(request: ResponseParams, response: ModelResponse, results: readonly ResponseInputItem[]): ResponseParams {
  const free: ResponseParams =
    request.tool_choice == null ? request : { ...request, tool_choice: released(request.tool_choice) };
  if (request.store === false)
    return { ...free, input: [...itemsOf(request), ...toInputItems(response.output), ...results] };
  if (request.conversation != null) return { ...free, input: [...results] };
  return { ...free, input: [...results], previous_response_id: response.id };
}

/** After a forced call, the model need not call the tool again; tools that it may not call remain unavailable. */
function released(choice: ToolChoice): ToolChoice {
  if (choice === 'none') return choice;
  return typeof choice === 'object' && choice.type === 'allowed_tools' ? { ...choice, mode: 'auto' } : 'auto';
}

function itemsOf({ input }: ResponseParams): readonly ResponseInputItem[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return input ?? [];
}
