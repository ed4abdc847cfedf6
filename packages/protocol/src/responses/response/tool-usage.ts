import * as z from 'zod';

const count = z.int().min(0);
const imageAndText = z.looseObject({ image_tokens: count, text_tokens: count });

/** What hosted tools used. */
export const toolUsageSchema = z.looseObject({
  image_gen: z.looseObject({
    input_tokens: count,
    input_tokens_details: imageAndText,
    output_tokens: count,
    output_tokens_details: imageAndText.optional(),
    total_tokens: count,
    cached_tokens: count.optional(),
    cached_tokens_details: z.looseObject({ cached_image_tokens: count, cached_text_tokens: count }).optional(),
  }),
  web_search: z.looseObject({ num_requests: count }),
});
export type ToolUsage = z.infer<typeof toolUsageSchema>;
