// Asks a running service, as its users do: POST /v1/responses, where the service holds calls and JSON to their schemas.
const schemaLine = /(?:Respond with a JSON object that matches this schema:) (\{.*\})$/s;

export function serviceAt(url) {
  async function ask({ messages, tools, think, prefix, max = 220 }) {
    const { input, format } = inputOf(messages);
    const named = new Map((tools ?? []).map((tool) => [apiName((tool.function ?? tool).name), tool.function ?? tool]));
    const body = {
      model: process.env.MODEL ?? 'demo',
      input,
      temperature: 0,
      max_output_tokens: max,
      store: false,
      ...(tools
        ? { tools: [...named].map(([name, tool]) => ({ type: 'function', strict: false, ...tool, name })) }
        : {}),
      ...(prefix ? { tool_choice: { type: 'function', name: apiName(/"name": "([^"]+)"/.exec(prefix)[1]) } } : {}),
      ...(think ? { reasoning: { effort: 'low' } } : {}),
      ...(format === undefined
        ? {}
        : { text: { format: { type: 'json_schema', name: 'answer', strict: false, schema: format } } }),
    };
    const response = await fetch(new URL('/v1/responses', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.API_KEY ?? ''}` },
      body: JSON.stringify(body),
    });
    const reported = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(reported)}`);
    const outputText = reported.output
      .flatMap((item) => (item.type === 'message' ? item.content.map((part) => part.text ?? '') : []))
      .join('');
    const calls = reported.output
      .filter((item) => item.type === 'function_call')
      .map((item) => ({ name: named.get(item.name)?.name ?? item.name, arguments: parsed(item.arguments) }));
    const text = outputText + calls.map((call) => `<tool_call>${JSON.stringify(call)}</tool_call>`).join('');
    return {
      text,
      response: outputText,
      calls,
      stopped: reported.status === 'completed' && !/<\/?(?:think|tool_call|tool_response|tools)>|<\|/.test(outputText),
    };
  }
  return { ask, close: () => undefined };
}

/** The dialect has no dots in the names of tools. */
function apiName(name) {
  return name.replaceAll('.', '_');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The same conversation as items; a schema that a system line asks for becomes the format of the answer. */
function inputOf(messages) {
  const input = [];
  const waiting = [];
  let format;
  for (const [index, { role, content, tool_calls: calls = [] }] of messages.entries()) {
    const found = role === 'system' ? schemaLine.exec(content) : null;
    if (found !== null) format = JSON.parse(found[1]);
    const text = found === null ? content : content.slice(0, found.index).trim();
    if (role === 'tool')
      input.push({ type: 'function_call_output', call_id: waiting.shift() ?? 'call_0', output: content });
    else if (text !== '' && text !== undefined) input.push({ role, content: text });
    for (const [position, call] of calls.entries()) {
      const { name, arguments: given } = call.function ?? call;
      waiting.push(`call_${index}_${position}`);
      input.push({
        type: 'function_call',
        call_id: waiting.at(-1),
        name: apiName(name),
        arguments: typeof given === 'string' ? given : JSON.stringify(given),
      });
    }
  }
  return { input, format };
}
