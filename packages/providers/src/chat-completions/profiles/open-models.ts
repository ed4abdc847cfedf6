/** Qwen's and GLM's templates read the first, those of DeepSeek, Kimi and Granite the second. */
export const bothSwitches = ['enable_thinking', 'thinking'] as const;

/**
 * `xhigh` is omitted: templates with the highest effort have no level before it, and one with another name declares
 * it.
 */
export const openModelEfforts = ['low', 'medium', 'high', 'max'] as const;
