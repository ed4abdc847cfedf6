/** What a Python reports of itself. */
export interface DescribedPython {
  /** Such as `3.13`. */
  readonly version: string;
  readonly prefix: string;
  readonly basePrefix: string;
  readonly executable: string;
  /** Well-known data libraries that it has. */
  readonly libraries: readonly string[];
  /** Whether its machine has bash. */
  readonly hasShell: boolean;
}

const minVersion = 9; // waitstatus_to_exitcode
/** Milliseconds that a Python may take to describe itself. */
export const maxDescribeMs = 20_000;

/** Prints a {@link DescribedPython}. */
export const describePython = `
import importlib.util, json, shutil, sys
names = ["numpy", "pandas", "matplotlib", "scipy", "sklearn", "PIL", "openpyxl"]
print(json.dumps({"version": "%d.%d" % sys.version_info[:2], "prefix": sys.prefix, "basePrefix": sys.base_prefix,
  "executable": sys.executable, "hasShell": shutil.which("bash") is not None,
  "libraries": [name for name in names if importlib.util.find_spec(name)]}))`;

export function hasSupportedVersion({ version }: DescribedPython): boolean {
  const [major, minor] = version.split('.').map(Number);
  return major === 3 && minor !== undefined && minor >= minVersion;
}

/** The oldest supported version. */
export const oldestVersion = `3.${minVersion}`;

/** The only variables of code. No secret is among them. */
export const codeEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LANG: 'C.UTF-8',
  HOME: '/tmp',
  MPLBACKEND: 'Agg',
  MPLCONFIGDIR: '/tmp/matplotlib',
  OPENBLAS_NUM_THREADS: '2',
};
