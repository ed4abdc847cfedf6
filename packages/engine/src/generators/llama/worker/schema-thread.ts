import { worker } from 'workerpool';

import { runSchemaTask } from './schema-task.js';

// The program of a thread of the SchemaWorkshop.
worker({ run: runSchemaTask });
