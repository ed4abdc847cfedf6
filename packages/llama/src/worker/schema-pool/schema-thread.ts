import { workerData } from 'node:worker_threads';

import { worker } from 'workerpool';

import { repairJsonParse } from '@org/engine';
import { unpackMessage, type Packed } from '../../exact-message.js';
import {
  createPromptWriter,
  type PromptContent,
  type PromptForm,
  type PromptWriter,
} from '../../prompt/write-prompt.js';
import { runPromptTask } from './prompt-task.js';
import { runSchemaTask, type SchemaTask } from './schema-task.js';

// The program of a thread of the SchemaWorkshop.

repairJsonParse();

const form: PromptForm = workerData;
let writer: PromptWriter | undefined;

worker({
  run: (task: Packed<SchemaTask>) => runSchemaTask(unpackMessage(task)),
  write: (content: Packed<PromptContent>) =>
    runPromptTask((writer ??= createPromptWriter(form)), unpackMessage(content)),
});
