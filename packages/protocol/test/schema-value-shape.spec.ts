import * as z from 'zod';
import { openUnion, shapeOf } from '#src/schema.js';

describe('the shape of a schema', () => {
  it('has members, lists and alternatives, without wrappers', () => {
    const shape = shapeOf(
      z.looseObject({
        name: z.string(),
        parts: z
          .array(z.union([z.string(), z.looseObject({ type: z.literal('text'), text: z.string().nullish() })]))
          .optional(),
        data: z.record(z.string(), z.unknown()).nullable(),
      }),
    );
    expect(shape).toMatchObject({ kind: 'object' });
    const members = shape.kind === 'object' ? shape.members : new Map<string, never>();
    expect(members.get('name')).toEqual({ isOptional: false, shape: { kind: 'opaque' } });
    expect(members.get('data')).toEqual({ isOptional: false, shape: { kind: 'opaque' } });
    expect(members.get('parts')).toMatchObject({
      isOptional: true,
      shape: { kind: 'list', element: { kind: 'choice' } },
    });
  });

  it('lists the known alternatives of an open union, with their tags', () => {
    const shape = shapeOf(
      openUnion([z.looseObject({ type: z.literal(['a', 'b']) }), z.looseObject({ type: z.literal('c'), x: z.int() })]),
    );
    const objects = shape.kind === 'choice' ? shape.objects : [];
    expect(objects.map(({ literals }) => [...(literals.get('type') ?? [])])).toEqual([['a', 'b'], ['c']]);
  });

  it('ends for a schema that contains itself', () => {
    interface Tree {
      children?: Tree[] | undefined;
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.looseObject({ children: z.array(tree).optional() }));
    const shape = shapeOf(tree);
    const children = shape.kind === 'object' ? shape.members.get('children')?.shape : undefined;
    expect(children?.kind === 'list' && children.element === shape).toBe(true);
  });
});
