import { namedToolTypes, rejectedToolTypes } from '#src/compat/rejected-tool-types.js';

const type = 'web_search_20250305';
const body = {
  tools: [
    { name: 'look', input_schema: {} },
    { type, name: 'web_search', max_uses: 0 },
  ],
};

describe('the types of tools that an error rejects', () => {
  it.each<[string, string]>([
    ['tools.1.type', 'Invalid'],
    ['tools.1', 'Unknown kind of tool.'],
    ['tools.1.custom.name', 'Field required'],
    ['tools.1.input_schema', 'Field required'],
  ])('are those of the tool at the path %s', (path, text) => {
    expect(rejectedToolTypes(body, [path], text)).toEqual([type]);
  });

  it.each<[string, string]>([
    ['a function', 'tools.0.type'],
    ['a field of the tool', 'tools.1.max_uses'],
    ['a field of a type that the server knows', `tools.1.${type}.name`],
    ['a field inside the configuration', 'tools.1.user_location.city.type'],
    ['no tool', 'tools.7.type'],
  ])('are none where the path is that of %s', (_, path) => {
    expect(rejectedToolTypes(body, [path], 'Invalid')).toEqual([]);
  });

  it('are those that the words name as unsupported', () => {
    expect(namedToolTypes(body, `'small' does not support tool types: ${type}.`)).toEqual([type]);
  });

  it.each([
    `tools.1.${type}.max_uses: Input should be greater than 0, which is not allowed`,
    `The tool must be one of the supported types: ${type}, which is unknown`,
    `The tool ${type} needs a city.`,
    `tools.1: max_uses of ${type} is invalid`,
  ])('are none in the words %s', (text) => {
    expect(namedToolTypes(body, text)).toEqual([]);
  });
});
