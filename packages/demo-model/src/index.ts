import { fileURLToPath } from 'node:url';

/** The name under which the service offers the built-in model. */
export const demoModelName = 'demo';

/** Absolute path of the built-in model: a GGUF v3 file with its own chat template. */
export const demoModelPath: string = fileURLToPath(new URL('../weights/demo.gguf', import.meta.url));
