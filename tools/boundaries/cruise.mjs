// Runs dependency-cruiser with our rules over a folder that is laid out like this workspace.
import { cruise } from 'dependency-cruiser';
import { rules } from './rules.mjs';

/**
 * @param {string} baseDir a folder that contains apps/ and packages/
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function checkBoundaries(baseDir) {
  const { output } = await cruise(
    ['apps', 'packages'],
    {
      baseDir,
      includeOnly: undefined,
      exclude: { path: '(^|/)(dist-test|test|training|fixtures)/|jest\\.config' },
      doNotFollow: { path: '(^|/)(node_modules|dist)/' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      ruleSet: { forbidden: rules },
      validate: true,
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  );
  const own = output.modules.filter((module) => /^(?:apps|packages)\/[^/]+\/src\//.test(module.source));
  return {
    modules: own.length,
    violations: output.summary.violations
      .filter((violation) => !violation.from.includes('/dist/'))
      .map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
