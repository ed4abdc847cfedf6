// A chat-completions upstream whose responses call tools by a plan, and an MCP server that records its calls.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {object} ToolPlan a response that a prompt requests from the upstream
 * @property {string} tag identifies the response
 * @property {readonly ('pay' | 'search' | 'find' | 'code')[]} tools the tools that it calls, one step each
 * @property {number} gap milliseconds between the chunks of a step
 * @property {number} words words of the last step
 */

/** Functions by the word of a plan. */
const functions = { pay: /pay$/, search: /^web_search$/, find: /^file_search$/, code: /^python$/ };

/** @param {ToolPlan} plan */
export function planPrompt({ tag, tools, gap, words }) {
  return `#plan=${tag} tools=${tools.join(',')} gap=${gap} words=${words}`;
}

/** @param {string} text @returns {ToolPlan} */
function planOf(text) {
  const [, tag = '', tools = '', gap = '0', words = '1'] =
    [...text.matchAll(/#plan=([\w.-]+) tools=([\w,]*) gap=(\d+) words=(\d+)/g)].at(-1) ?? [];
  return { tag, tools: tools === '' ? [] : tools.split(','), gap: Number(gap), words: Number(words) };
}

/** The text of the last step. @param {Pick<ToolPlan, 'tag' | 'words'>} plan */
export function planText({ tag, words }) {
  return Array.from({ length: words }, (_, index) => `${tag}.${index} `).join('');
}

/** Name of the effect of one call. @param {string} tag @param {number} step */
export function effectOf(tag, step) {
  return `${tag}-${step}`;
}

/**
 * Starts the upstream on a free port of this machine.
 * @param {{ effectsFile: string }} options the file to which the code of a `code` step appends its effect
 */
export async function startToolUpstream({ effectsFile }) {
  const server = createServer((request, response) => {
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
    return void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request, response) {
    const { messages, tools = [] } = await json(request);
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const { tag, tools: steps, gap, words } = planOf(JSON.stringify(messages[asked].content));
    const step = messages.slice(asked).filter(({ role }) => role === 'tool').length;
    const word = steps[step];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = async (delta, finishReason = null) => {
      response.write(chunkOf(delta, finishReason));
      await pause(gap);
    };
    await pause(gap);
    if (word === undefined) for (const text of planText({ tag, words }).split(/(?<= )/)) await write({ content: text });
    else {
      const name = tools.map((tool) => tool.function.name).find((one) => functions[word].test(one));
      const effect = effectOf(tag, step);
      const text = JSON.stringify(
        word === 'pay'
          ? { effect }
          : word === 'code'
            ? {
                code: `with open(${JSON.stringify(effectsFile)}, 'a') as file:\n    file.write('${effect}\\n')\nprint('ran ${effect}')`,
              }
            : { query: 'doors' },
      );
      await write({
        tool_calls: [
          { index: 0, id: `call_${step}`, type: 'function', function: { name, arguments: text.slice(0, 9) } },
        ],
      });
      await write({ tool_calls: [{ index: 0, function: { arguments: text.slice(9) } }] });
    }
    response.end(`${chunkOf({}, word === undefined ? 'stop' : 'tool_calls')}data: [DONE]\n\n`);
  }

  return await listen(server, '/v1');
}

/**
 * Starts an MCP server with one tool that has an effect.
 * @param {() => number} delay milliseconds of the next call
 */
export async function startPayServer(delay) {
  /** How often each effect happened. @type {Map<string, number>} */
  const effects = new Map();
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));

  async function serve(request, response) {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = await json(request);
    if (id === undefined) return void response.writeHead(202).end();
    const reply = (result) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...result }));
    switch (method) {
      case 'initialize':
        return void reply({
          result: {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: 'pay', version: '1' },
          },
        });
      case 'tools/list':
        return void reply({
          result: { tools: [{ name: 'pay', description: 'Pays', inputSchema: { type: 'object' } }] },
        });
      case 'tools/call': {
        const { effect } = params.arguments;
        effects.set(effect, (effects.get(effect) ?? 0) + 1);
        await pause(delay());
        return void reply({ result: { content: [{ type: 'text', text: `paid ${effect}` }] } });
      }
      default:
        return void reply({ error: { code: -32_601, message: 'Method not found' } });
    }
  }

  return { effects, ...(await listen(server, '/mcp')) };
}

async function listen(server, path) {
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}${path}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function chunkOf(delta, finishReason) {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'tools', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}
