import {
  cancelled,
  type CodeFile,
  type Clock,
  type CodeRequest,
  type ContainerFile,
  type ContainerRecord,
  type ContainersAndFiles,
  EngineError,
  type FileQuota,
  type HostedToolContext,
  type OpenHostedTool,
  type ServerCallOutcome,
  type StoredContainer,
  untilAborted,
} from '@org/engine';
import type { CodeExecutor, CodeOutput } from './code-executor.js';
import { codeFunctions, readCodeInput, type CodeInput, type Upload } from './code-functions.js';
import type { CodeSettings } from './code-settings.js';
import { toCodeFile, uploadIdOf, withoutDeleted, writeFiles } from './container-files.js';
import { editInContainer } from './editor/edit-in-container.js';
import type { LiveContainer } from './live-container.js';
import { LiveContainers, TooManyContainers } from './live-containers.js';
import { failedOutcome, toOutcome } from './outcome.js';
import { storeChanges } from './store-changes.js';
import {
  filesAttachedBy,
  containerNotFound,
  findContainer,
  lastContainer,
  newContainer,
  withUploads,
  type RequestedFiles,
} from './stored-container.js';

/** What a {@link CodeExecution} works with. */
export interface CodeExecutionOptions {
  readonly executor: CodeExecutor;
  readonly store: ContainersAndFiles;
  readonly settings: CodeSettings;
  readonly clock: Clock;
  /** Most files of an owner, and most bytes of them. */
  readonly fileQuota: FileQuota;
}

/** The container of an open tool. */
interface Target {
  /** The container is stored with the first call. */
  unstored: ContainerRecord | undefined;
  readonly id: string;
  /** Files of the client in it. */
  readonly uploads: readonly Upload[];
  /** Files that code has left in it. */
  readonly made: readonly CodeFile[];
  readonly request: CodeRequest;
  readonly context: HostedToolContext;
  /** What the model reads with the result of the first call. */
  notice: string | undefined;
  /** Whether a call has run, so that the container has the files of the request, or code has removed them. */
  hasRun: boolean;
}

/** Characters of the longest code that a call may have. */
const maxCodeLength = 100_000;

/** Runs Python, shell commands and an editor in containers that are stored. Any replica can continue a container. */
export class CodeExecution {
  readonly #options: CodeExecutionOptions;
  readonly #containers: LiveContainers;

  constructor(options: CodeExecutionOptions) {
    this.#options = options;
    const { executor, settings, store, clock } = options;
    this.#containers = new LiveContainers(
      executor,
      settings,
      async (owner, id) => (await findContainer(store, owner, id, clock.now())) !== undefined,
    );
  }

  /** Number of containers with processes on this replica. */
  get running(): number {
    return this.#containers.running;
  }

  /** Throws `invalid-request` for a container or a file that the owner does not have. */
  async open(request: CodeRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    const { executor, settings } = this.#options;
    const target = await this.#target(request, context);
    return {
      functions: codeFunctions(request.languages, executor, settings.callMs / 1000, target.uploads),
      containerId: target.id,
      files: target.made,
      call: async (name, argumentsText) => await this.#call(target, name, argumentsText),
      close: async () => undefined,
    };
  }

  async close(): Promise<void> {
    await this.#containers.close();
  }

  async #target(request: CodeRequest, context: HostedToolContext): Promise<Target> {
    const { store, settings } = this.#options;
    const { owner, clock } = context;
    const last = request.containerId === undefined ? lastContainerOf(request, context) : undefined;
    const containerId = request.containerId ?? last?.containerId;
    const found = containerId === undefined ? undefined : await findContainer(store, owner, containerId, clock.now());
    if (found !== undefined) {
      const record = { ...found.record, files: await withoutDeleted(store, owner, found.record.files) };
      const { id, files } = await withUploads(store, record, this.#requestedFiles(request, context), clock.now());
      return { unstored: undefined, id, ...filesOf(files), request, context, notice: undefined, hasRun: false };
    }
    if (request.containerId !== undefined) throw containerNotFound(request.containerId, request.params.containerId);
    const empty = newContainer(request, context, settings);
    const unstored = await withUploads(store, empty, this.#requestedFiles(request, context), clock.now());
    const notice =
      last?.hasRun === true
        ? 'The earlier container has expired: its files and variables are gone, and this is a new one.'
        : undefined;
    return { unstored, id: unstored.id, ...filesOf(unstored.files), request, context, notice, hasRun: false };
  }

  async #call(target: Target, name: string, argumentsText: string): Promise<ServerCallOutcome> {
    const { signal, owner } = target.context;
    const input = readCodeInput(name, argumentsText);
    if (typeof input === 'string') return failedOutcome('invalid-input', input);
    if (argumentsText.length > maxCodeLength * 2 || (input.language !== 'editor' && input.code.length > maxCodeLength))
      return failedOutcome('invalid-input', `The code has more than ${maxCodeLength} characters.`);
    const container = this.#containers.get(owner, target.id);
    return await untilAborted(signal, () => container.use(() => this.#run(target, container, input)));
  }

  async #run(target: Target, container: LiveContainer, input: CodeInput): Promise<ServerCallOutcome> {
    if (target.context.signal.aborted) throw cancelled();
    const stored = await this.#load(target);
    if (typeof stored === 'string') return failedOutcome('too-many-requests', stored);
    if (stored === undefined)
      return failedOutcome('container-expired', 'The container has expired: its files and variables are gone.');
    try {
      return await this.#runStored(target, container, stored, input);
    } catch (thrown) {
      if (target.context.signal.aborted) throw cancelled(thrown);
      if (thrown instanceof EngineError) throw thrown;
      if (thrown instanceof TooManyContainers)
        return failedOutcome('too-many-requests', 'Too many containers run code now. Try again later.');
      await container.stop();
      const text = 'The processes of the container ended. Variables and files that this call changed are gone.';
      return failedOutcome('unavailable', text);
    }
  }

  async #runStored(
    target: Target,
    container: LiveContainer,
    stored: StoredContainer,
    input: CodeInput,
  ): Promise<ServerCallOutcome> {
    const { executor, settings, store, fileQuota } = this.#options;
    const { owner, maxStoredBytes, ids, clock, signal } = target.context;
    const { language } = input;
    const expected = stored.record.sessionId;
    // Another replica has run code since: the variables here are not those that the model expects.
    if (expected !== undefined && container.current !== undefined && container.current.id !== expected)
      await container.stop();
    const live = await this.#containers.start(container, stored.record);
    const isRestarted = expected !== undefined && live.id !== expected;
    await writeFiles(live.session, store, owner, stored.record.files, live.present);
    const ran =
      input.language === 'editor'
        ? await editInContainer(live.session, input.edit, executor.folder)
        : await live.session.run({ language: input.language, code: input.code, limitMs: settings.callMs, signal });
    if ('type' in ran && ran.type === 'failed') return failedOutcome(ran.code, ran.message);
    const output: CodeOutput = 'type' in ran ? editorOutput(ran.changed, ran.result.message) : ran;
    const changes = await storeChanges(stored, live, output, {
      ...{ store, owner, ids, clock },
      quota: { ...fileQuota, maxStoredBytes },
      maxFiles: settings.maxFilesPerContainer,
      leavesVariables: language === 'python',
    });
    const notices = [
      ...(target.notice === undefined ? [] : [target.notice]),
      ...(isRestarted && language === 'python' ? [restarted(executor.folder)] : []),
      ...limitNotices(output, settings),
      ...(changes.isGone ? ['The container was deleted.'] : []),
      ...(changes.unstored === 0
        ? []
        : [`${changes.unstored} files were not stored: the limits of files are reached.`]),
      ...(output.skipped === 0 ? [] : [`${output.skipped} entries were not stored: they are links or no plain files.`]),
    ];
    target.notice = undefined;
    target.hasRun = true;
    return toOutcome({
      result: {
        type: 'code',
        language,
        containerId: target.id,
        ...{ stdout: output.stdout, stderr: output.stderr, returnCode: output.returnCode },
        ...(output.reason === 'time' ? { endedBy: 'time-limit' as const } : {}),
        files: changes.files,
        ...('type' in ran ? { edit: ran.result.edit } : {}),
      },
      paths: new Map([...changes.paths].map(([id, path]) => [id, `${executor.folder}/${path}`])),
      notices,
    });
  }

  #requestedFiles(
    { fileIds = [], takesAttachments = false, params }: CodeRequest,
    { messages }: HostedToolContext,
  ): RequestedFiles {
    const attached = takesAttachments ? filesAttachedBy(messages()) : [];
    const { maxFilesPerContainer: maxFiles } = this.#options.settings;
    return { fileIds, attachedIds: attached, param: params.fileIds, maxFiles };
  }

  /** The container, stored. Undefined: it has expired. A string: why it cannot be stored, for the model. */
  async #load(target: Target): Promise<StoredContainer | string | undefined> {
    const { store, settings } = this.#options;
    const { owner, maxStoredBytes, clock } = target.context;
    const { unstored, request } = target;
    if (unstored !== undefined) {
      const quota = { containers: settings.maxContainersPerOwner, maxStoredBytes };
      if (!(await store.createContainer({ ...unstored, lastActiveAt: clock.now() }, quota)))
        return `There are ${settings.maxContainersPerOwner} containers already.`;
      target.unstored = undefined;
    }
    const found = await findContainer(store, owner, target.id, clock.now());
    if (found === undefined) return undefined;
    const record = { ...found.record, files: await withoutDeleted(store, owner, found.record.files) };
    if (target.hasRun) return { ...found, record };
    const requested = this.#requestedFiles(request, target.context);
    return { ...found, record: await withUploads(store, record, requested, clock.now()) };
  }
}

/** The container of the conversation, or the one that the client names by sending its calls back. */
function lastContainerOf(
  { recentContainerId }: CodeRequest,
  { messages }: HostedToolContext,
): ReturnType<typeof lastContainer> {
  return (
    lastContainer(messages()) ??
    (recentContainerId === undefined ? undefined : { containerId: recentContainerId, hasRun: true })
  );
}

function filesOf(files: readonly ContainerFile[]): Pick<Target, 'uploads' | 'made'> {
  return {
    uploads: files.flatMap((file) => {
      const id = uploadIdOf(file);
      return id === undefined ? [] : [{ id, path: file.path }];
    }),
    made: files.flatMap((file) => (file.source === 'assistant' ? [toCodeFile(file)] : [])),
  };
}

function editorOutput(changed: CodeOutput['changed'][number] | undefined, message: string): CodeOutput {
  return {
    ...{ stdout: message, stderr: '', returnCode: 0, variablesLost: false, removed: [], skipped: 0 },
    changed: changed === undefined ? [] : [changed],
  };
}

function restarted(folder: string): string {
  return `The Python process was restarted before this call: variables and imports of earlier calls are gone. Files in ${folder} are still there.`;
}

function limitNotices({ reason, variablesLost }: CodeOutput, { callMs, memoryMiB }: CodeSettings): readonly string[] {
  const ended =
    reason === 'time'
      ? [`The call was ended after ${callMs / 1000} seconds.`]
      : reason === 'memory'
        ? [`The call was ended because it used more than ${memoryMiB} MiB of memory.`]
        : [];
  return variablesLost ? [...ended, 'The Python process ended: all variables are gone.'] : ended;
}
