// For any tools of a request, a forced call names one of them and its arguments are valid.
import * as fc from 'fast-check';

import { SchemaCheck } from '#src/grammar/json/schema-check.js';
import type { FunctionTool, JsonObject, ToolChoice } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { demoModel, resultOf } from '../demo.js';
import { randomSchemas } from '../random-schemas.js';

const languageModel = demoModel({ slots: 4, contextLength: 1024 });
/** `npm run check:reliability` takes 100; `MODEL_RUNS=500` for the long form. */
const runs = Number(process.env['MODEL_RUNS'] ?? 20);

const names = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,20}$/);
const toolSets = fc
  .uniqueArray(fc.tuple(names, randomSchemas.object, fc.boolean()), {
    minLength: 1,
    maxLength: 5,
    selector: ([name]) => name,
  })
  .map((tools) =>
    tools.map(([name, inputSchema, strict]): FunctionTool => ({ kind: 'function', name, inputSchema, strict })),
  )
  // The model's context is small, and the prompt contains the tools.
  .filter((tools) => JSON.stringify(tools).length < 1_500);

describe('a forced call', () => {
  it(
    'names an offered tool and matches its schema for every kind of tool set',
    async () => {
      let complete = 0;
      let all = 0;
      await fc.assert(
        fc.asyncProperty(toolSets, fc.nat(), fc.boolean(), async (tools, seed, named) => {
          const wanted = tools[seed % tools.length];
          const toolChoice: ToolChoice =
            named && wanted !== undefined ? { type: 'tool', name: wanted.name } : { type: 'required' };
          const request = buildRequest('Go', {
            tools,
            toolChoice,
            parallelToolCalls: false,
            sampling: { temperature: 1.3, seed },
            limits: { maxOutputTokens: 250 },
          });
          const result = await resultOf(languageModel, request);
          all += 1;
          const calls = result.parts.filter((part) => part.type === 'tool-call');
          if (
            result.finishReason.unified !== 'tool-calls' ||
            calls.some((call) => call.argumentsText.includes('\uFFFD'))
          )
            return;
          complete += 1;
          expect(calls).toHaveLength(1);
          for (const call of calls) {
            const tool = tools.find((one) => one.name === call.name);
            expect([call.name, named ? wanted?.name : call.name]).toEqual([tool?.name, call.name]);
            expect([
              tool?.inputSchema,
              call.argumentsText,
              faultOf(tool?.inputSchema ?? {}, call.argumentsText),
            ]).toEqual([tool?.inputSchema, call.argumentsText, undefined]);
          }
        }),
        { numRuns: runs },
      );
      process.stdout.write(
        `${all} random tool sets: ${complete} complete calls, all valid; ${all - complete} truncated by their limit\n`,
      );
      expect(complete / all).toBeGreaterThan(0.8);
    },
    Math.max(60_000, runs * 2_000),
  );
});

function faultOf(schema: JsonObject, text: string): string | undefined {
  return new SchemaCheck(schema).fault(text);
}
