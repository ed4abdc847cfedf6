/** Splits `NAME=MODEL`, where the name has no character of a path. */
export function splitName(argument: string): { readonly name?: string; readonly model: string } {
  const [, name, model] = /^(\w[\w.-]*)=(.+)$/s.exec(argument) ?? [];
  return name === undefined || model === undefined ? { model: argument } : { name, model };
}

/** Whether an argument of the program names a model, and not a command: a path, or `hf:...`, with or without `NAME=`. */
export function isModelArgument(argument: string): boolean {
  const { model } = splitName(argument);
  return !model.startsWith('-') && (/^hf:|\.gguf$/i.test(model) || /^[.~]|[\\/]/.test(model));
}
