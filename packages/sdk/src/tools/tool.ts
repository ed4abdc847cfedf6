import { deriveSignal } from '../transport/derive-signal.js';
import { unlessAborted } from '../transport/unless-aborted.js';

/** A function that the model may call and this program runs. */
export interface RunnableTool {
  /** What the model calls it by: 1 to 128 letters, digits, `_` and `-`. */
  readonly name: string;
  /** When to call it, and what it does. */
  readonly description?: string | undefined;
  /** JSON Schema of the one object that `run` gets. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the model is held to the schema. Default: what the dialect takes for granted. */
  readonly strict?: boolean | undefined;
  /**
   * Gives what the model is told: a text, or a value that becomes JSON. What it throws is told, too, as an error. The arguments are
   * an object, but else what the model wrote: nobody has held them to `parameters`. `tool` makes a tool that checks them.
   */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): unknown;
}

/** A tool whose arguments are checked before it runs. */
export interface CheckedTool<Args> extends Omit<RunnableTool, 'run'> {
  /** Gives the arguments as `run` takes them, such as a schema's `parse`. What it throws is told to the model, which may call again. */
  readonly parse: (args: Readonly<Record<string, unknown>>) => Args;
  /** Gives what the model is told: a text, or a value that becomes JSON. What it throws is told, too, as an error. */
  readonly run: (args: Args, context: ToolContext) => unknown;
}

/** What a tool is told of the call that it runs for. */
export interface ToolContext {
  /** Id of the call, which its result names. */
  readonly callId: string;
  /** Aborted when the caller gives the run up, which does not wait for the tool. */
  readonly signal?: AbortSignal | undefined;
}

/** A tool whose `run` gets what its `parse` made of the arguments, with the type that it made. */
export function tool<Args>({ parse, run, ...others }: CheckedTool<Args>): RunnableTool {
  return { ...others, run: (args, context) => run(parse(args), context) };
}

/** What the model is told of a call. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/** Each call with the tool that it names; undefined when there are none, or one names a tool that is not among `tools`. */
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

/** Runs one call. `args` is what the model wrote, as text or parsed. Throws nothing but an abort's reason, and that at once. */
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

/** No arguments are none of them: servers leave out what is empty. */
function objectOf(args: unknown): Readonly<Record<string, unknown>> {
  if (args == null || args === '') return {};
  const value: unknown = typeof args === 'string' ? JSON.parse(args) : args;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('The arguments must be one JSON object.');
  return { ...value };
}
