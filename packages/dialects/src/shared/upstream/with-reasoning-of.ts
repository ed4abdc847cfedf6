// Selects the reasoning for an upstream: what it signed itself, with its own bytes, and what it sent as plain text;
// nothing that it could not recognize as its own.
import type { DialectId, Message, Part, ReasoningPart, Warning, UpstreamTarget } from '@org/engine';

interface ReasoningTarget extends Pick<UpstreamTarget, 'signer' | 'plainReasoning'> {
  readonly dialect: DialectId;
  /** Encodes its plain-text reasoning as its API does; `nth` counts the parts of the conversation. */
  readonly asVerbatim: (part: ReasoningPart, nth: number) => ReasoningPart;
  /** Like the verbatim form, for reasoning that may have had another form. */
  readonly asText: (part: ReasoningPart, nth: number) => ReasoningPart;
}

/** The messages for an upstream, and a warning where reasoning was left out. */
export function withReasoningOf(
  upstream: ReasoningTarget,
  messages: readonly Message[],
): { readonly messages: readonly Message[]; readonly warnings: readonly Warning[] } {
  let nth = 0;
  let dropped = 0;
  const filtered = messages.flatMap((message): readonly Message[] => {
    if (!message.parts.some((part) => part.type === 'reasoning')) return [message];
    const parts = message.parts.flatMap((part): readonly Part[] => {
      if (part.type !== 'reasoning') return [part];
      const sent = forUpstream(part, upstream, nth);
      nth += 1;
      dropped += 1 - sent.length;
      return upstream.plainReasoning === 'as-text' ? sent.filter(hasContent) : sent;
    });
    return parts.length === 0 ? [] : [{ ...message, parts }];
  });
  if (dropped === 0) return { messages: filtered, warnings: [] };
  return {
    messages: filtered,
    warnings: [{ kind: 'dropped', param: 'messages', message: omittedReasoningMessage(dropped, upstream) }],
  };
}

function forUpstream(
  part: ReasoningPart,
  { signer, plainReasoning, dialect, asVerbatim, asText }: ReasoningTarget,
  nth: number,
): readonly ReasoningPart[] {
  const { signature, author, ...plain } = part;
  // For receivers that do not know the name, the signature is only its bytes; upstreams that do not sign have none.
  if (signature?.signer === signer)
    return signature.data === '' && plainReasoning === 'none'
      ? []
      : [{ ...part, signature: { ...signature, signer: 'foreign' } }];
  if (plainReasoning === 'none') return [];
  const convert = plainReasoning === 'as-text' ? asText : asVerbatim;
  if (author !== undefined) return author === signer ? [convert(plain, nth)] : [];
  // Unsigned reasoning in the upstream's own format is from the client.
  if (signature !== undefined || part.extensions?.[dialect] === undefined) return [];
  return plainReasoning === 'as-text' ? [asText(part, nth)] : [part];
}

function hasContent({ signature, text }: ReasoningPart): boolean {
  return signature !== undefined || text !== '';
}

function omittedReasoningMessage(count: number, { plainReasoning }: ReasoningTarget): string {
  const parts = count === 1 ? '1 reasoning part' : `${count} reasoning parts`;
  return plainReasoning !== 'none'
    ? `The service omitted ${parts} that the upstream, as far as the service knows, did not generate.`
    : `The service omitted ${parts}: the upstream accepts only reasoning that it signed itself.`;
}
