import { openEnum } from '../../schema/open-enum.js';

/** Additional fields of responses and lists. Unknown values have no effect. */
export const responseIncludableSchema = openEnum([
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
]);
