// Which reasoning goes to an upstream: what it sealed itself, with its own bytes, and nothing that it could not verify.
import type { DialectId } from '@org/engine/model/extensions';
import type { Message } from '@org/engine/model/message';
import type { Part } from '@org/engine/model/part';
import type { Warning } from '@org/engine/model/warning';

/** The messages for the upstream that seals as `issuer`, and a warning where reasoning was left out. */
export function withReasoningOf(issuer: string, dialect: DialectId, messages: readonly Message[]): { readonly messages: readonly Message[]; readonly warnings: readonly Warning[] } {
  let dropped = 0;
  const kept = messages.flatMap((message): readonly Message[] => {
    if (!message.parts.some((part) => part.type === 'reasoning')) return [message];
    const parts = message.parts.flatMap((part) => {
      const sent = forIssuer(part, issuer, dialect);
      dropped += 1 - sent.length;
      return sent;
    });
    return parts.length === 0 ? [] : [{ ...message, parts }];
  });
  if (dropped === 0) return { messages: kept, warnings: [] };
  return { messages: kept, warnings: [{ kind: 'dropped', param: 'messages', message: leftOut(dropped) }] };
}

function forIssuer(part: Part, issuer: string, dialect: DialectId): readonly Part[] {
  if (part.type !== 'reasoning') return [part];
  const { seal } = part;
  // Reasoning that nobody sealed goes where its wire is spoken: there it came from.
  if (seal === undefined) return part.extensions?.[dialect] === undefined ? [] : [part];
  // Among those who know nothing of the name, the seal is its bytes alone.
  return seal.issuer === issuer ? [{ ...part, seal: { ...seal, issuer: 'foreign' } }] : [];
}

function leftOut(count: number): string {
  return `${count} reasoning ${count === 1 ? 'part' : 'parts'} of another model cannot be checked by the upstream and were left out.`;
}
