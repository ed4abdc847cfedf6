import { type Effort, EngineError, type GenerationRequest, type Message, mustCall } from '@org/engine';
import { canEnforce } from '../grammar/calls/framed-call-rule.js';
import {
  familyOf,
  defaultFamilyFor,
  type ChannelFamily,
  type MarkedFamily,
  type OutputFamily,
} from '../parse/output-family.js';
import { ControlText, controlTokenTexts, type ControlTokenTexts } from './control-text.js';
import { PromptTemplate, type TemplateInput } from './prompt-template.js';
import { renderConversation } from './render-conversation.js';
import type { RenderedTool } from './render-tools.js';
import { detectTemplateCapabilities, type TemplateCapabilities } from './template-capabilities.js';
import { canWrite } from './written-calls.js';
import { TextBeforeCalls } from './text-before-calls.js';

/** The prompt format according to a model file. */
export interface PromptForm {
  readonly template: string;
  readonly bos: string;
  readonly eos: string;
  /** The texts of all control tokens. */
  readonly specials: readonly string[];
}

/** What writes the prompts of a model. */
export interface PromptWriter {
  readonly form: PromptForm;
  readonly template: PromptTemplate;
  readonly capabilities: TemplateCapabilities;
  /** The call format that the template shows, if it is supported. */
  readonly native: OutputFamily | undefined;
  /** The call format that the model is instructed to use otherwise. */
  readonly defaultFamily: MarkedFamily;
  readonly controlTexts: ControlTokenTexts;
}

export function createPromptWriter(form: PromptForm): PromptWriter {
  const template = new PromptTemplate(form.template, form);
  const capabilities = detectTemplateCapabilities(template);
  const { family, native } = familyOf(template.source);
  return {
    form,
    template,
    capabilities,
    native: native && rendersNatively(capabilities, family) ? family : undefined,
    defaultFamily: defaultFamilyFor(template.source),
    controlTexts: controlTokenTexts(form.specials),
  };
}

/** Whether a template renders tools and calls in its own format; calls may also be rendered here. */
function rendersNatively(capabilities: TemplateCapabilities, family: OutputFamily): boolean {
  return capabilities.tools && (family.form === 'channels' || capabilities.calls || canWrite(family.call));
}

/** The output family of a completion that may call these tools. */
function familyFor({ native, defaultFamily }: PromptWriter, { tools, request }: PromptContent): OutputFamily {
  if (native === undefined) return defaultFamily;
  const force = mustCall(request.toolChoice);
  return native.form === 'channels' || tools.every((tool) => canEnforce(native.call, tool, force))
    ? native
    : defaultFamily;
}

/** What is written: the messages, with the settings of a request and the tools that it offers. */
export interface PromptContent {
  readonly request: GenerationRequest;
  readonly messages: readonly Message[];
  readonly tools: readonly RenderedTool[];
}

/** A prompt as text. */
export interface PromptText {
  /** Prompt segments, split where no token may span. */
  readonly segments: readonly string[];
  /** The end of the prompt opens a reasoning section. */
  readonly startsInReasoning: boolean;
  /** The completion continues the assistant text at the end of the request. */
  readonly continues: boolean;
  /** The output family of the completion. */
  readonly family: OutputFamily;
}

export function writePromptText(writer: PromptWriter, content: PromptContent): PromptText {
  const family = familyFor(writer, content);
  try {
    return textIn(family, writer, content);
  } catch (thrown) {
    // Templates require more than the API does, such as a type for each argument: tools that they cannot show are
    // described in the default format.
    if (
      family === writer.defaultFamily ||
      family.form === 'channels' ||
      !(thrown instanceof EngineError) ||
      thrown.code !== 'invalid-request'
    )
      throw thrown;
    return textIn(writer.defaultFamily, writer, content);
  }
}

function textIn(family: OutputFamily, writer: PromptWriter, { request, messages, tools }: PromptContent): PromptText {
  const guard = new ControlText(writer.controlTexts, JSON.stringify([messages, tools, request.outputFormat]));
  const nativeTools = family === writer.native;
  const textBeforeCalls =
    nativeTools && family.form === 'marks' && !writer.capabilities.textBeforeCalls
      ? new TextBeforeCalls(guard.sign, family)
      : undefined;
  const { input, prefill } = renderConversation(request, messages, tools, {
    capabilities: writer.capabilities,
    nativeTools,
    form: family.form === 'marks' ? family.call : writer.defaultFamily.call,
    guard,
    ...(textBeforeCalls === undefined ? {} : { textBeforeCalls }),
  });
  if (family.form === 'channels') return channelPrompt(writer, family, request, input, prefill, guard);
  const rendered = writer.template.render(input);
  return markedPrompt(writer, family, request, textBeforeCalls?.putBack(rendered) ?? rendered, prefill, guard);
}

function markedPrompt(
  { template }: PromptWriter,
  family: MarkedFamily,
  { reasoning, ...request }: GenerationRequest,
  rendered: string,
  prefill: string,
  guard: ControlText,
): PromptText {
  const { open, close } = family.reasoning;
  const { start, text } = family.sections ?? {};
  const opened = rendered.trimEnd().endsWith(open);
  const isOff = reasoning?.enabled === false || prefill !== '';
  const done = (prompt: string, startsInReasoning: boolean): PromptText => {
    const opensText = prefill !== '' && text !== undefined && !prompt.endsWith(text);
    return {
      segments: guard.split(prompt + (opensText ? text : '') + prefill),
      startsInReasoning,
      continues: prefill !== '',
      family,
    };
  };
  if (opened && isOff)
    return done(start === undefined ? `${rendered.trimEnd()}\n\n${close}\n\n` : rendered + close + start, false);
  // A model that opens sections itself starts with reasoning, unless the prompt already contains it.
  if (reasoning?.enabled === false && start !== undefined && start !== '' && !rendered.endsWith(open + close + start))
    return done(rendered + open + close + start, false);
  const opens =
    !opened && !isOff && reasoning?.enabled === true && isConstrained(request) && template.source.includes(open);
  return opens ? done(rendered + open + (start === undefined ? '\n' : ''), true) : done(rendered, opened);
}

/** A prompt that ends within the header of the completion. */
function channelPrompt(
  { template }: PromptWriter,
  family: ChannelFamily,
  request: GenerationRequest,
  input: TemplateInput,
  prefill: string,
  guard: ControlText,
): PromptText {
  const effort = channelEffort(request.reasoning);
  const prompt = template.render({ ...input, ...(effort === undefined ? {} : { effort }) });
  if (prefill !== '')
    return {
      segments: guard.split(prompt + family.finalHeader + prefill),
      startsInReasoning: false,
      continues: true,
      family,
    };
  // These models reason unless it is prevented, and perform worse without.
  const opens = isConstrained(request) && request.reasoning?.enabled !== false;
  return {
    segments: guard.split(opens ? prompt + family.reasoning.open : prompt),
    startsInReasoning: opens,
    continues: false,
    family,
  };
}

/** The nearest of the three efforts that these models know. */
function channelEffort(reasoning: GenerationRequest['reasoning']): Effort | undefined {
  if (reasoning?.enabled === false || reasoning?.effort === 'minimal') return 'low';
  return reasoning?.effort === 'xhigh' || reasoning?.effort === 'max' ? 'high' : reasoning?.effort;
}

/**
 * Whether a grammar constrains the completion from its first character, so that the prompt must open the reasoning
 * before it.
 */
export function isConstrained(request: Pick<GenerationRequest, 'outputFormat' | 'toolChoice'>): boolean {
  return request.outputFormat.type !== 'text' || mustCall(request.toolChoice);
}
