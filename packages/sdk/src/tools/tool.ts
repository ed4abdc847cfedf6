import { deriveSignal } from '../transport/derive-signal.js';
import { unlessAborted } from '../transport/unless-aborted.js';

/** A function that the model may call and this program runs. */
export interface RunnableTool {
  /** What the model calls it by: 1 to 128 letters, digits, `_` and `-`. */
  readonly name: string;
  /** When to call it, and what it does. */
  readonly description?: string | undefined;
  /** JSON Schema of the object that `run` receives. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the service enforces the schema. Default: that of the dialect. */
  readonly strict?: boolean | undefined;
  /**
   * Returns the tool result for the model: a string, or a value that is serialized as JSON. An exception becomes an
   * error result. The arguments are an object, but not validated against `parameters`. Use `tool` for a tool that
   * validates them.
   */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): unknown;
}

/** A tool that validates its arguments before it runs. */
export interface CheckedTool<Args> extends Omit<RunnableTool, 'run'> {
  /**
   * Parses the arguments for `run`, such as a schema's `parse`. An exception is sent to the model, which may call the
   * tool again.
   */
  readonly parse: (args: Readonly<Record<string, unknown>>) => Args;
  /**
   * Returns the tool result for the model: a string, or a value that is serialized as JSON. An exception becomes an
   * error result.
   */
  readonly run: (args: Args, context: ToolContext) => unknown;
}

/** Context of a tool call. */
export interface ToolContext {
  /** Id of the call, which its result names. */
  readonly callId: string;
  /** Aborted when the caller gives the run up, which does not wait for the tool. */
  readonly signal?: AbortSignal | undefined;
}

/** Creates a tool whose `run` receives the result of `parse`, with its type. */
export function tool<Args>({ parse, run, ...others }: CheckedTool<Args>): RunnableTool {
  return { ...others, run: (args, context) => run(parse(args), context) };
}

/** Tool result sent to the model. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/** Pairs each call with its tool; undefined when there are no calls, or a call names a tool that is not among `tools`. */
export function toolsOf<Call extends { readonly name: string }>(
  calls: readonly Call[],
  tools: readonly RunnableTool[],
): readonly (readonly [Call, RunnableTool])[] | undefined {
  const byName = new Map(tools.map((known) => [known.name, known]));
  const pairs = calls.flatMap((call) => {
    const called = byName.get(call.name);
    return called === undefined ? [] : [[call, called] as const];
  });
  return calls.length > 0 && pairs.length === calls.length ? pairs : undefined;
}

/** Runs one call. `args` are the model's arguments, as text or parsed. Throws only an abort's reason, immediately. */
export async function runTool(called: RunnableTool, args: unknown, context: ToolContext): Promise<ToolOutcome> {
  try {
    const value: unknown = await unlessAborted(
      Promise.resolve(called.run(objectOf(args), context)),
      deriveSignal(context.signal),
    );
    return { text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), failed: false };
  } catch (error) {
    context.signal?.throwIfAborted();
    return { text: `Error: ${error instanceof Error ? error.message : String(error)}`, failed: true };
  }
}

/** Missing arguments count as an empty object, because servers omit empty values. */
function objectOf(args: unknown): Readonly<Record<string, unknown>> {
  if (args == null || args === '') return {};
  const value: unknown = typeof args === 'string' ? JSON.parse(args) : args;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('The arguments must be one JSON object.');
  return { ...value };
}
