// Chunks of imperfect chat-completions upstreams. Chunks of this API carry no numbers, so no decoder can detect a
// repeated delta. However the first delta, the role and a complete message arrive, nothing is lost and nothing doubled.
import { functionTool } from '@org/engine/testing';
import * as fc from 'fast-check';
import { decodeChunks, delta, finish } from './decode.js';

const words = fc.array(fc.constantFrom('Thin', 'king', 'b c', 'a', '🙂'), { maxLength: 4 });
const reasoningMember = fc.constantFrom('reasoning_content', 'reasoning', 'thinking', 'reasoning_text');
const callArguments = fc.constantFrom<string | null | undefined>('{"q":1}', '{}', '', 'null', '""', null, undefined);
const tools = [functionTool('look')];

interface Output {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly call: boolean;
  readonly args: string | null | undefined;
}
const output: fc.Arbitrary<Output> = fc.record({
  reasoning: words,
  text: words,
  call: fc.boolean(),
  args: callArguments,
});

const callOf = ({ args }: Output): object => ({
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'look', ...(args !== undefined && { arguments: args }) },
});

function deltasOf(value: Output, member: string): object[] {
  return [
    ...value.reasoning.map((text) => ({ [member]: text })),
    ...value.text.map((content) => ({ content })),
    ...(value.call ? [{ tool_calls: [callOf(value)] }] : []),
  ];
}

function contentOf(chunks: readonly unknown[], reportsUsageLate: boolean): unknown {
  const { parts } = decodeChunks(chunks, { tools, reportsUsageLate });
  return parts.map((part) => {
    if (part.type === 'tool-call') return ['call', part.name, JSON.parse(part.argumentsText)];
    return part.type === 'reasoning' || part.type === 'text' ? [part.type, part.text] : part.type;
  });
}

function expected({ reasoning, text, call, args }: Output): unknown {
  return [
    ...(reasoning.length > 0 ? [['reasoning', reasoning.join('')]] : []),
    ...(text.length > 0 ? [['text', text.join('')]] : []),
    ...(call ? [['call', 'look', args === '{"q":1}' ? { q: 1 } : {}]] : []),
  ];
}

const usage = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };

describe('a stream of a chat-completions upstream has all of its content', () => {
  it('where the role arrives with the first delta, alone, or never', () => {
    fc.assert(
      fc.property(output, reasoningMember, fc.boolean(), fc.nat(2), (value, member, isLate, form) => {
        const [first = {}, ...others] = deltasOf(value, member);
        const role = { role: 'assistant' };
        const deltas =
          form === 0 ? [{ ...role, ...first }, ...others] : form === 1 ? [role, first, ...others] : [first, ...others];
        const chunks = [...deltas.map((one) => delta(one)), finish(), usage];
        expect(contentOf(chunks, isLate)).toEqual(expected(value));
      }),
      { numRuns: 500 },
    );
  });

  it('once, where a complete message repeats or completes the deltas, next to the last one or after it', () => {
    fc.assert(
      fc.property(
        output,
        reasoningMember,
        reasoningMember,
        fc.nat(6),
        fc.boolean(),
        (value, member, other, streamed, isBeside) => {
          const complete = {
            role: 'assistant',
            content: value.text.join('') || null,
            [other]: value.reasoning.join('') || null,
            ...(value.call && { tool_calls: [callOf(value)] }),
          };
          // A message can only complete what follows all that was received.
          const count = value.reasoning.length + value.text.length;
          const deltas = deltasOf(value, member).slice(
            0,
            streamed < value.reasoning.length ? streamed : Math.max(streamed, count),
          );
          const last = isBeside
            ? { choices: [{ index: 0, delta: {}, message: complete, finish_reason: 'stop' }] }
            : { choices: [{ index: 0, message: complete, finish_reason: 'stop' }] };
          expect(contentOf([delta({ role: 'assistant' }), ...deltas.map((one) => delta(one)), last], false)).toEqual(
            expected(value),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('once, where messages in place of deltas each bring what is new, or the complete output so far', () => {
    fc.assert(
      fc.property(output, reasoningMember, fc.boolean(), fc.boolean(), (value, member, isCumulative, hasRepeat) => {
        const deltas = deltasOf(value, member);
        // No text is the start of the next, so that the messages show which of both they are.
        fc.pre(isCumulative || deltas.every((one, at) => at === 0 || !startsWithAny(one, deltas.slice(0, at))));
        const complete = (count: number): object => ({
          content: value.text.slice(0, Math.max(0, count - value.reasoning.length)).join('') || null,
          [member]: value.reasoning.slice(0, count).join('') || null,
          ...(value.call && count === deltas.length && { tool_calls: [callOf(value)] }),
        });
        const messages = isCumulative ? deltas.map((_, at) => complete(at + 1)) : deltas;
        const last = { message: hasRepeat ? complete(deltas.length) : {}, finish_reason: 'stop' };
        const chunks = [...messages.map((message) => ({ message })), last].map((one) => ({
          choices: [{ index: 0, ...one }],
        }));
        expect(contentOf(chunks, false)).toEqual(expected(value));
      }),
      { numRuns: 500 },
    );
  });
});

/** Whether a text of `value` starts with one of the texts before. */
function startsWithAny(value: object, before: readonly object[]): boolean {
  const textsOf = (one: object): readonly string[] => Object.values(one).filter((text) => typeof text === 'string');
  return textsOf(value).some((text) => before.flatMap(textsOf).some((earlier) => text.startsWith(earlier)));
}
