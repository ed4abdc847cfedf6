import type { Wish } from '@org/engine/model/generation-request';
import type { Warning } from '@org/engine/model/warning';
import { responseCreateParamsSchema, type ResponseCreateParams } from '@org/protocol/responses';
import { conversationOf } from '../conversation-of.js';
import { onlyPrewarms } from '../only-prewarms.js';
import { refuse } from '../refuse.js';

const known: ReadonlySet<string> = new Set(Object.keys(responseCreateParamsSchema.shape));

/** Fields of a WebSocket frame around the request. `generate` is not among them: no other transport can do what it asks for. */
const frame: ReadonlySet<string> = new Set(['type', 'stream_id']);

/** Fields beyond the types that real clients always send and that change no answer. */
const harmless: ReadonlySet<string> = new Set(['client_metadata']);

/** Fields of the types that this service understands and has nothing to do for. */
const withoutEffect = ['access_programs', 'image', 'moderation'] as const;

/** Refuses fields that are not in the wire's types; only strict installations do. */
export function requireKnownFields(request: ResponseCreateParams): void {
  const stranger = Object.keys(request).find((field) => !known.has(field) && !frame.has(field));
  if (stranger !== undefined) refuse(stranger, `Unknown parameter: '${stranger}'.`, 'unknown_parameter');
}

/** Warns of fields that have no effect here. `makesReady`: the request came with `generate: false`. `heeds`: which wishes are passed on. */
export function ignoredFields(request: ResponseCreateParams, makesReady: boolean, heeds: (wish: Wish) => boolean): Warning[] {
  const unknown = Object.keys(request).filter((field) => !known.has(field) && !frame.has(field) && !harmless.has(field));
  const idle = withoutEffect.filter((field) => request[field] !== undefined && request[field] !== null);
  const warnings = [...unknown, ...idle].map((field) => ignored(field, 'has no effect here'));
  const { service_tier: tier, text } = request;
  if (typeof tier === 'string' && tier !== 'auto' && tier !== 'default' && !heeds('serviceTier')) warnings.push(ignored('service_tier', 'is always default here'));
  if (typeof text?.verbosity === 'string' && !heeds('verbosity')) warnings.push(ignored('text.verbosity', 'has no effect here'));
  return [...warnings, ...unkeptWarnings(request, makesReady)];
}

/** Warns of a conversation that the turn does not add to: whoever answers, it is this service that keeps it. */
export function unkeptWarnings(request: ResponseCreateParams, makesReady = false): Warning[] {
  const reason = unkeptBy(request, makesReady);
  if (reason === undefined || conversationOf(request) === undefined) return [];
  return [{ kind: 'ignored', param: 'conversation', message: `With '${reason}' the conversation is read and nothing is added to it.` }];
}

function unkeptBy(request: ResponseCreateParams, makesReady: boolean): string | undefined {
  if (request.store === false) return 'store: false';
  if (onlyPrewarms(request)) return 'prompt_cache_options.prewarm';
  return makesReady ? 'generate: false' : undefined;
}

function ignored(param: string, why: string): Warning {
  return { kind: 'ignored', param, message: `'${param}' ${why}.` };
}
