// What points from a text to its sources. Indices count the text's characters from 0.
import { z } from 'zod';
import { openUnion } from '../schema/open-union.js';

/** A file that the answer rests on. */
export const fileCitationSchema = z.looseObject({
  type: z.literal('file_citation'),
  file_id: z.string(),
  filename: z.string(),
  /** Place of the file in the list of files. */
  index: z.int(),
});
export type FileCitation = z.infer<typeof fileCitationSchema>;

/** A web page that the span from `start_index` to `end_index` rests on. */
export const urlCitationSchema = z.looseObject({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: z.int(),
  end_index: z.int(),
});
export type UrlCitation = z.infer<typeof urlCitationSchema>;

/** A file that a tool made in its container. */
export const containerFileCitationSchema = z.looseObject({
  type: z.literal('container_file_citation'),
  container_id: z.string(),
  file_id: z.string(),
  filename: z.string(),
  start_index: z.int(),
  end_index: z.int(),
});
export type ContainerFileCitation = z.infer<typeof containerFileCitationSchema>;

/** A file that the text names. */
export const filePathSchema = z.looseObject({ type: z.literal('file_path'), file_id: z.string(), index: z.int() });
export type FilePath = z.infer<typeof filePathSchema>;

export const annotationSchema = openUnion([
  fileCitationSchema,
  urlCitationSchema,
  containerFileCitationSchema,
  filePathSchema,
]);
export type Annotation = z.infer<typeof annotationSchema>;
