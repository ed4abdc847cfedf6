import { resolve } from 'node:path';
import { defaultCodeSettings, type ExecutorKind } from '@org/hosted-tools';
import {
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
} from 'class-validator';
import { checkFolder, checkProgram } from '../checks/check-hosted-tools.js';
import { ConfigError } from '../checks/config-error.js';
import { IsSection } from '../checks/is-section.js';
import { expandHome } from '../expand-home.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** `tools.code.docker` in service.yaml: containers that run code. */
export class DockerToolSettings {
  /** An image with Python, which must be on the daemon's machine. */
  @IsString()
  @MinLength(1)
  image!: string;

  /** Such as `runsc`, gVisor's. Default: that of the daemon. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  runtime?: string;

  /** URL of the daemon, which may be another machine's. Default: `DOCKER_HOST`, else that of this machine. */
  @IsOptional()
  @Matches(/^(?:unix|tcp|ssh):\/\/\S+$/, {
    message: '$property must be a URL such as ssh://code@10.0.0.5 or tcp://10.0.0.5:2376',
  })
  host?: string;
}

/** `tools.code` in service.yaml: code that models write, and that the service runs. */
export class CodeToolSettings {
  /** Whether models may run code. */
  @IsBoolean()
  enabled: boolean = true;

  /** `namespaces`: only where the kernel separates code from the service. `process`: also as a plain process, for trusted clients. */
  @IsIn(['namespaces', 'process'])
  isolation: 'namespaces' | 'process' = 'namespaces';

  /** What may run code, in the order in which it is tried. Default: Docker where it is set, the Python of the machine, then Pyodide. */
  @IsOptional()
  @IsIn(['docker', 'python', 'pyodide'], { each: true })
  @ArrayMinSize(1)
  executors?: ExecutorKind[];

  /** Containers of Docker. Default: none. */
  @IsOptional()
  @IsSection(() => DockerToolSettings)
  docker?: DockerToolSettings;

  /** Path of the Python that runs the code, with its libraries. Default: that of the machine, else Pyodide. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  python?: string;

  /** Folder with wheels of pure Python, or built for Pyodide, relative to the configuration file. Pyodide alone uses it. Default: none. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  wheels?: string;

  /** MiB of memory of a container's processes together. */
  @IsInt()
  @Min(64)
  @Max(1_048_576)
  memoryMiB: number = defaultCodeSettings.memoryMiB;

  /** MiB of files in a container's work folder. */
  @IsInt()
  @Min(1)
  @Max(1_048_576)
  filesMiB: number = defaultCodeSettings.filesMiB;

  /** Milliseconds that a call may run. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  callMs: number = defaultCodeSettings.callMs;

  /** Minutes without use after which a container expires. */
  @IsInt()
  @Min(1)
  @Max(43_200)
  idleMinutes: number = defaultCodeSettings.idleMinutes;

  /** Started processes that wait for a container. */
  @IsInt()
  @Min(0)
  @Max(64)
  warmProcesses: number = defaultCodeSettings.warmProcesses;

  /** Containers with processes at the same time. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxRunning: number = defaultCodeSettings.maxRunning;

  /** The same of one owner. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxRunningPerOwner: number = defaultCodeSettings.maxRunningPerOwner;

  /** Stored containers of one owner. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  maxContainersPerOwner: number = defaultCodeSettings.maxContainersPerOwner;

  /** Files of one container. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxFilesPerContainer: number = defaultCodeSettings.maxFilesPerContainer;
}

/** Resolves paths. Throws a ConfigError for what is missing on this machine, or unsafe. */
export function checkedCode(code: CodeToolSettings, variables: Variables, folder: string): CodeToolSettings {
  if (code.executors?.includes('docker') === true && code.docker === undefined)
    throw new ConfigError('tools.code.executors has docker, which needs tools.code.docker with an image');
  requireTls(code.docker?.host, variables);
  if (code.python !== undefined) checkProgram('tools.code.python', code.python, variables['PATH']);
  return withWheels(code, folder);
}

/** Anybody between the service and a daemon without TLS reads the files of clients, and can run code of their own. */
function requireTls(host: string | undefined, { DOCKER_TLS_VERIFY: verify = '' }: Variables): void {
  if (host?.startsWith('tcp://') !== true || verify !== '') return;
  if (/^tcp:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?\/?$/.test(host)) return;
  throw new ConfigError(
    'tools.code.docker.host is tcp:// without TLS. Set the variables DOCKER_TLS_VERIFY=1 and DOCKER_CERT_PATH, or use ssh://',
  );
}

function withWheels(code: CodeToolSettings, configFolder: string): CodeToolSettings {
  if (code.wheels === undefined) return code;
  const wheels = resolve(configFolder, expandHome(code.wheels));
  checkFolder('tools.code.wheels', wheels);
  return { ...code, wheels };
}
