// Reads turns in the format from before long texts were stored separately from their JSON. The service no longer
// writes this format but still reads existing turns.
import type { ChainTurn, TurnRecord } from '@org/engine/storage';
import { upgradeDelivered, upgradeHistory, type StoredDelivered } from './legacy-names.js';

type History = Pick<ChainTurn, 'input' | 'output'>;
type Delivered = Pick<TurnRecord, 'items' | 'payload'>;

const brace = 0x7b;
const lineFeed = 0x0a;
/** From so many characters on a text was long. */
const minLength = 24;
/** Prefix of every reference and escape of every text that would otherwise be read as one. */
const referencePrefix = '=';

/** Whether `content` has the legacy format. The current format starts with sizes. */
export function isLegacyContent(content: Buffer): boolean {
  return content[0] === brace;
}

/** The history, as JSON text in the first line, and how many bytes that is. */
export function readLegacyHistory(content: Buffer): { readonly history: History; readonly size: number } {
  const size = content.indexOf(lineFeed);
  return { history: upgradeHistory(JSON.parse(content.toString('utf8', 0, size)) as History), size };
}

/** Decodes the complete content: the delivered part refers to the long texts of the history and to its own. */
export function decodeLegacyContent(content: Buffer): History & Delivered {
  const size = content.indexOf(lineFeed);
  const history = JSON.parse(content.toString('utf8', 0, size)) as History;
  const texts = new Set<string>();
  addLongTexts([history.input, history.output], texts);
  const delivered = filled(content.toString('utf8', size + 1), [...texts]) as StoredDelivered;
  return { ...upgradeHistory(history), ...upgradeDelivered(delivered) };
}

function addLongTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string' && value.length >= minLength) texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) addLongTexts(member, texts);
}

function filled(json: string, texts: string[]): unknown {
  const add = (text: string): string => {
    if (text.length >= minLength) texts.push(text);
    return text;
  };
  return JSON.parse(json, (_, member: unknown) => {
    if (typeof member !== 'string') return member;
    if (!member.startsWith(referencePrefix)) return add(member);
    const rest = member.slice(referencePrefix.length);
    if (rest.startsWith(referencePrefix)) return add(rest);
    // Still earlier there were no references, so what leads nowhere is none.
    return (/^\d+$/.test(rest) ? texts[Number(rest)] : undefined) ?? member;
  });
}
