import type { ReasoningSummary, SummaryText } from '../response/output-content.js';
import type { Fault } from './fault.js';
import { GrowingText } from './growing-text.js';
import { sameJson } from './same-json.js';

/** The summary parts of a reasoning item: framed as content parts are. */
export class SummaryParts {
  readonly #parts: { readonly text: GrowingText; closed?: SummaryText }[] = [];

  add(index: number, part: SummaryText, fault: Fault): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.closed === undefined) {
      throw fault('one-open-part', `summary part ${index} starts before part ${this.#parts.length - 1} is done`);
    }
    if (index !== this.#parts.length) {
      throw fault('summary-index-consecutive', `summary_index ${index}, expected ${this.#parts.length}`);
    }
    if (part.text !== '') throw fault('part-starts-empty', `summary part ${index} is not empty when it starts`);
    this.#parts.push({ text: new GrowingText(`summary part ${index}`) });
  }

  open(index: number, fault: Fault): GrowingText {
    const part = this.#parts[index];
    if (part === undefined || part.closed !== undefined) throw fault('part-open', `summary part ${index} is not open`);
    return part.text;
  }

  close(index: number, part: SummaryText, fault: Fault): void {
    this.open(index, fault).finish(part.text, fault);
    const open = this.#parts[index];
    if (open !== undefined) open.closed = part;
  }

  /** Parts of unknown kinds are told by the item alone. */
  finish(summary: readonly ReasoningSummary[], fault: Fault): void {
    const unfinished = this.#parts.findIndex((part) => part.closed === undefined);
    if (unfinished !== -1) throw fault('parts-done-before-item', `summary part ${unfinished} is still open`);
    if (
      !sameJson(
        summary.filter((part) => part.type === 'summary_text'),
        this.#parts.map((part) => part.closed),
      )
    ) {
      throw fault('item-equals-parts', 'the summary of the done item differs from the streamed parts');
    }
  }
}
