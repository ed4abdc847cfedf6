import { membersOf, stringOf } from '../api/read-json.js';
import type { StreamEvent } from '../api/stream-turn.js';

const maxLength = 80;

/** The text that an event adds, on one line; empty for an event without one. */
export function previewEvent({ delta, error }: StreamEvent): string {
  const { text, thinking, partial_json: json, stop_reason: stopReason } = membersOf(delta);
  const preview =
    stringOf(delta) ??
    stringOf(text) ??
    stringOf(thinking) ??
    stringOf(json) ??
    stringOf(stopReason) ??
    stringOf(membersOf(error)['message']) ??
    '';
  return preview.length > maxLength ? `${preview.slice(0, maxLength)}…` : preview;
}
