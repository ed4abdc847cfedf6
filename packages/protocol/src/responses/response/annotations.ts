// What points from a text to its sources. Indices count the text's characters from 0.
import * as z from 'zod';
import { openUnion, type Named } from '../../schema/open-union.js';

const fileCitationShape = {
  type: z.literal('file_citation'),
  file_id: z.string(),
  filename: z.string(),
  /** Index of the file in the list of files. */
  index: z.int(),
};
export type FileCitationShape = { [Name in keyof typeof fileCitationShape]: (typeof fileCitationShape)[Name] };
/** A file that the response cites. */
export const fileCitationSchema: z.ZodObject<FileCitationShape, z.core.$loose> = z.looseObject(fileCitationShape);
export type FileCitation = z.infer<typeof fileCitationSchema>;

const urlCitationShape = {
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  /** First character of the text that cites the page, from 0. */
  start_index: z.int(),
  /** Where that text ends. */
  end_index: z.int(),
};
export type UrlCitationShape = { [Name in keyof typeof urlCitationShape]: (typeof urlCitationShape)[Name] };
/** A web page cited by the span from `start_index` to `end_index`. */
export const urlCitationSchema: z.ZodObject<UrlCitationShape, z.core.$loose> = z.looseObject(urlCitationShape);
export type UrlCitation = z.infer<typeof urlCitationSchema>;

const containerFileCitationShape = {
  type: z.literal('container_file_citation'),
  /** The container that the file is in. */
  container_id: z.string(),
  file_id: z.string(),
  filename: z.string(),
  /** First character of the text that names the file, from 0. */
  start_index: z.int(),
  /** Where that text ends. */
  end_index: z.int(),
};
export type ContainerFileCitationShape = {
  [Name in keyof typeof containerFileCitationShape]: (typeof containerFileCitationShape)[Name];
};
/** A file that a tool made in its container. */
export const containerFileCitationSchema: z.ZodObject<ContainerFileCitationShape, z.core.$loose> =
  z.looseObject(containerFileCitationShape);
export type ContainerFileCitation = z.infer<typeof containerFileCitationSchema>;

/** A file that the text names. */
export const filePathSchema = z.looseObject({ type: z.literal('file_path'), file_id: z.string(), index: z.int() });
export type FilePath = z.infer<typeof filePathSchema>;

const annotations = openUnion([fileCitationSchema, urlCitationSchema, containerFileCitationSchema, filePathSchema]);
export type Annotation = Named<z.infer<typeof annotations>>;
/** A source of a text, or a file that it names. */
export const annotationSchema: z.ZodType<Annotation> = annotations;
