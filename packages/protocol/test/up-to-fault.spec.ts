import * as z from 'zod';
import { parseJson } from '#src/schema/parse-json.js';
import { upToFault } from '#src/schema/up-to-fault.js';

const element = z.object({ a: z.array(z.string()) });
const valid = { a: ['x'] };

describe('a list with faults', () => {
  it('has only the first element with one when zod validates it', () => {
    const value = [valid, valid, { a: ['x', 1, 2] }, { a: [3] }];
    expect(upToFault(z.array(element), value)).toEqual([{ a: [1] }]);
  });

  it('has the indexes of the complete list in the path of the fault', () => {
    const parsed = parseJson(z.array(element), [valid, valid, { a: ['x', 1] }]);
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[2, 'a', 1]]);
  });

  it('has them also in the issues of the options of a union', () => {
    const schema = z.object({ list: z.union([z.string(), z.array(element)]) });
    const parsed = parseJson(schema, { list: [valid, { a: 1 }] });
    const paths = parsed.error?.issues.map((issue) =>
      issue.code === 'invalid_union' ? issue.errors.map((errors) => errors.map(({ path }) => path)) : [],
    );
    expect(paths).toEqual([[[[]], [[1, 'a']]]]);
  });

  it('keeps the elements before it where options of a union disagree about them', () => {
    const schema = z.union([z.array(z.string()), z.array(z.number())]);
    expect(upToFault(schema, [0, {}])).toEqual([0, {}]);
  });
});
