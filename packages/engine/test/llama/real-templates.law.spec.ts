// Laws that hold for the chat templates of real models: nothing that was said is lost, and all of it stands in its place.
import { createPromptWriter, writePromptText } from '#src/generators/llama/prompt/prompt-writer.js';
import { shownTools } from '#src/generators/llama/prompt/shown-tools.js';
import type { Message } from '#src/model/message.js';
import type { ToolCallPart } from '#src/model/part.js';
import type { ToolDefinition } from '#src/model/tool.js';
import { buildRequest, message } from '#src/testing/builders.js';

import { weather } from './demo.js';
import { realTemplates } from './real-templates.js';

const templates = realTemplates();
/** Wants more than a conversation: its model is not loaded. */
const unusable = ['fireworks-ai-llama-3-firefunction-v2'];
/** Has one place for thoughts and what is said before calls, and shows none from before the last word of the user. */
const forgetful = ['openai-gpt-oss-120b'];

function answer(words: string, ...places: readonly string[]): Message {
  const calls = places.map((place): ToolCallPart => ({ type: 'tool-call', callId: place, name: 'get_weather', kind: 'function', argumentsText: `{"location": "${place}"}` }));
  return message('assistant', { type: 'text', text: words }, ...calls);
}

function results(...places: readonly string[]): Message {
  return message('tool', ...places.map((place) => ({ type: 'tool-result', callId: place, kind: 'function', content: [{ type: 'text', text: `rain in ${place}` }] }) as const));
}

const talk: readonly Message[] = [
  message('system', 'Be brief, please.'),
  message('user', 'Where does it rain?'),
  answer('I look at two.', 'Oslo', 'Rome'),
  results('Oslo', 'Rome'),
  answer('In both of them.'),
  message('user', 'And elsewhere?'),
  answer('I look at one more.', 'Bern'),
  results('Bern'),
];

function written(name: string, messages: readonly Message[], tools: readonly ToolDefinition[]): { readonly prompt: string; readonly form: string } {
  const writer = createPromptWriter({ template: templates.get(name) ?? '', bos: '<s>', eos: '</s>', specials: [] });
  const request = buildRequest(messages, { tools });
  const { pieces, family } = writePromptText(writer, { request, messages, tools: shownTools(request) });
  return { prompt: pieces.join(''), form: family.name };
}

describe('the templates of real models', () => {
  it('are there', () => {
    expect(templates.size).toBeGreaterThan(60);
  });

  const shown = [...templates.keys()].filter((name) => !unusable.includes(name) && !forgetful.includes(name));

  it.each(shown)('show all of a conversation with calls in its order: %s', (name) => {
    const said = ['Be brief, please.', 'Where does it rain?', 'I look at two.', 'Oslo', 'Rome', 'rain in Oslo', 'rain in Rome', 'In both of them.', 'And elsewhere?', 'I look at one more.', 'Bern', 'rain in Bern'];
    for (const tools of [[weather], []]) {
      const { prompt } = written(name, talk, tools);
      const conversation = prompt.slice(prompt.indexOf('Where does it rain?'));
      let at = 0;
      for (const words of said.slice(1)) {
        expect({ words, at: conversation.indexOf(words, at) }).not.toEqual({ words, at: -1 });
        at = conversation.indexOf(words, at) + words.length;
      }
      expect(prompt).toContain(said[0]);
      expect(prompt).not.toMatch(/[\uE000-\uF8FE]/);
    }
  });
});
