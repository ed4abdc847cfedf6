// npm runs scripts in the folder of the workspace, and a user names files from the folder in which he is.
import { resolve } from 'node:path';

/**
 * Makes the relative paths of model files absolute. Everything else stays as it is: commands, `hf:...`, and `~`,
 * which the service expands.
 * @param {readonly string[]} args
 * @param {string} [folder] folder in which the user started npm
 */
export function resolveModelPaths(args, folder = process.env.INIT_CWD ?? process.cwd()) {
  return args.map((argument) => {
    const [, name = '', model] = /^(\w[\w.-]*=)?(.*)$/s.exec(argument);
    const isPath = !/^hf:|^~|^-/.test(model) && (/\.gguf$/i.test(model) || /^\.{1,2}[\\/]/.test(model));
    return isPath ? name + resolve(folder, model) : argument;
  });
}
