// Builds llama.cpp's own server: a reference for the benchmark of local models, and an upstream for checks of the
// service. node-llama-cpp includes its source; nothing is downloaded. Requires git, cmake, a C++ compiler, and 15
// minutes of two processors once.
//
//   npm run llama-server
//   CMAKE_ARGS="-DGGML_CUDA=ON" npm run llama-server       # another build in its own folder
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { runStep } from '../setup/run.mjs';
import { cmakeArguments, findServer, programName, serverFolder, serverSource } from './find-server.mjs';

readCommandLine(import.meta.url);

const neededTools = [
  { name: 'git', command: 'git' },
  { name: 'cmake', command: 'cmake' },
  // cmake finds Visual Studio's compiler, which is not on the PATH.
  ...(process.platform === 'win32' ? [] : [{ name: 'a C++ compiler', command: process.env.CXX ?? 'c++' }]),
];

/** The server without its web pages, its tests, and what only its command line needs. */
const serverOnly = [
  'BUILD_SHARED_LIBS',
  'LLAMA_BUILD_TESTS',
  'LLAMA_BUILD_EXAMPLES',
  'LLAMA_BUILD_APP',
  'LLAMA_BUILD_UI',
  'LLAMA_USE_PREBUILT_UI',
  'LLAMA_OPENSSL',
];

async function buildServer() {
  const missing = neededTools
    .filter(({ command }) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status !== 0)
    .map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `llama-server cannot be built without ${missing.join(' and ')}. Debian and Ubuntu: apt-get install git cmake g++. macOS: xcode-select --install, brew install cmake.`,
    );
  const { release, bundle } = serverSource();
  const folder = serverFolder();
  const [source, build] = [join(folder, 'source'), join(folder, 'build')];
  mkdirSync(folder, { recursive: true });
  if (!existsSync(source)) {
    // An interrupted clone is not resumed.
    const fresh = `${source}.new`;
    rmSync(fresh, { recursive: true, force: true });
    await runStep(`Unpacking llama.cpp ${release}`, 'git', ['clone', '--quiet', bundle, fresh], { quiet: true });
    renameSync(fresh, source);
  }
  const configuration = [
    '-S',
    source,
    '-B',
    build,
    '-DCMAKE_BUILD_TYPE=Release',
    ...serverOnly.map((option) => `-D${option}=OFF`),
    ...cmakeArguments,
  ];
  await runStep('Configuring', 'cmake', configuration, { quiet: true });
  await runStep(
    'Compiling (about 15 minutes on two processors)',
    'cmake',
    ['--build', build, '--config', 'Release', '--target', 'llama-server', '--parallel', String(availableParallelism())],
    { hide: /Built target|Scanning dependencies/ },
  );
  const made = [join(build, 'bin', programName), join(build, 'bin/Release', programName)].find(existsSync);
  if (made === undefined) throw new Error('cmake succeeded, but created no program.');
  // The build counts only when the complete program is at its final path.
  const program = join(folder, programName);
  copyFileSync(made, `${program}.new`);
  renameSync(`${program}.new`, program);
  rmSync(source, { recursive: true });
  rmSync(build, { recursive: true });
  return program;
}

try {
  process.stdout.write(`${findServer() ?? (await buildServer())}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
