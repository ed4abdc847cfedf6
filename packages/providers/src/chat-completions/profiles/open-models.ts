/** Qwen's and GLM's templates read the first, those of DeepSeek, Kimi and Granite the second. */
export const bothSwitches = ['enable_thinking', 'thinking'] as const;

/** `xhigh` is left out: the templates that know the greatest know no step before it, and one that wants another word names it. */
export const openModelEfforts = ['low', 'medium', 'high', 'max'] as const;
