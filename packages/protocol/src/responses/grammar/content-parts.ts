import type {
  ResponseContentPartAddedEvent,
  ResponseContentPartDoneEvent,
  StreamedPart,
} from '../events/item-events.js';
import type { ResponseOutputTextAnnotationAddedEvent } from '../events/text-events.js';
import type { Fault } from './fault.js';
import { GrowingText } from './growing-text.js';
import { sameJson } from './same-json.js';

interface OpenPart {
  readonly type: 'output_text' | 'refusal' | 'reasoning_text';
  readonly text: GrowingText;
  readonly annotations: unknown[];
  closed?: StreamedPart;
}

/** The content parts of one item: opened one after another, each filled and closed before the next. */
export class ContentParts {
  readonly #parts: OpenPart[] = [];

  add({ part, content_index }: ResponseContentPartAddedEvent, fault: Fault): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.closed === undefined) {
      throw fault('one-open-part', `part ${content_index} starts before part ${this.#parts.length - 1} is done`);
    }
    if (content_index !== this.#parts.length) {
      throw fault('content-index-consecutive', `content_index ${content_index}, expected ${this.#parts.length}`);
    }
    if (part.type !== 'output_text' && part.type !== 'refusal' && part.type !== 'reasoning_text') {
      throw fault('known-part', 'a content part of unknown type');
    }
    if (textOf(part) !== '' || (part.type === 'output_text' && part.annotations.length > 0)) {
      throw fault('part-starts-empty', `part ${content_index} is not empty when it starts`);
    }
    this.#parts.push({ type: part.type, text: new GrowingText(`part ${content_index}`), annotations: [] });
  }

  /** The open part at `index`, which has to be of `type`. */
  open(index: number, type: OpenPart['type'], fault: Fault): GrowingText {
    return this.#openPart(index, type, fault).text;
  }

  annotate(
    { annotation, annotation_index, content_index }: ResponseOutputTextAnnotationAddedEvent,
    fault: Fault,
  ): void {
    const { annotations } = this.#openPart(content_index, 'output_text', fault);
    if (annotation_index !== annotations.length) {
      throw fault(
        'annotation-index-consecutive',
        `annotation_index ${annotation_index}, expected ${annotations.length}`,
      );
    }
    annotations.push(annotation);
  }

  close({ part, content_index }: ResponseContentPartDoneEvent, fault: Fault): void {
    const open = this.#parts[content_index];
    if (open === undefined || open.closed !== undefined || part.type !== open.type) {
      throw fault('part-open', `content_part.done for part ${content_index}, which is not open with this type`);
    }
    open.text.finish(textOf(part), fault);
    if (part.type === 'output_text' && !sameJson(part.annotations, open.annotations)) {
      throw fault('annotations-announced', `part ${content_index} ends with other annotations than were added`);
    }
    open.closed = part;
  }

  /** Holds the item's final content to the closed parts. */
  finish(content: readonly unknown[], fault: Fault): void {
    const unfinished = this.#parts.findIndex((part) => part.closed === undefined);
    if (unfinished !== -1) throw fault('parts-done-before-item', `part ${unfinished} is still open`);
    if (
      !sameJson(
        content,
        this.#parts.map((part) => part.closed),
      )
    ) {
      throw fault('item-equals-parts', 'the content of the done item differs from the streamed parts');
    }
  }

  #openPart(index: number, type: OpenPart['type'], fault: Fault): OpenPart {
    const part = this.#parts[index];
    if (part === undefined) throw fault('part-open', `part ${index} was not added`);
    if (part.closed !== undefined) throw fault('part-open', `part ${index} is done already`);
    if (part.type !== type) throw fault('part-type', `part ${index} is ${part.type}, the event is for ${type}`);
    return part;
  }
}

function textOf(part: StreamedPart): string {
  switch (part.type) {
    case 'output_text':
    case 'reasoning_text':
      return part.text;
    case 'refusal':
      return part.refusal;
    default:
      return '';
  }
}
