import type { JsonObject } from '../json/json-value.js';
import type { OpaquePart } from '../model/part.js';
import type { ServerToolRecord } from '../model/server-tool.js';
import type { ServerToolForm, ServerToolForms } from '../ports/server-tool-form.js';

/** A form whose parts contain only their record. */
const common: Omit<ServerToolForm, 'closed' | 'result'> = {
  callId: (ids) => ids.next('call'),
  opened: (call) => part({ type: 'call', call: { ...call, argumentsText: '' } }),
  argumentsReader: () => (text) => [{ type: 'opaque', text: '', dialect: 'responses', value: { piece: text } }],
};

/** A form whose calls show their outcome, with listings and approvals. */
export const togetherForm: ServerToolForm = {
  ...common,
  listing: (server, tools) => part({ type: 'listing', server, tools }),
  approvalRequest: (call, ids) => part({ type: 'approval-request', call: { ...call, callId: ids.next('ask') } }),
  closed: (call, outcome) => part({ type: 'call', call, ...(outcome !== undefined && { outcome }) }),
};

/** A form whose outcomes are separate parts, without listings and approvals. */
export const separateForm: ServerToolForm = {
  ...common,
  closed: (call) => part({ type: 'call', call }),
  result: ({ callId }, outcome) => part({ type: 'result', callId, outcome }),
};

/** The same form for all kinds of server tools. */
export function formsOf(form: ServerToolForm): ServerToolForms {
  return { mcp: form, hosted: { 'web-search': form, 'web-fetch': form, 'file-search': form, code: form } };
}

export function part(serverTool: ServerToolRecord): OpaquePart {
  return {
    type: 'opaque',
    dialect: 'responses',
    apiType: serverTool.type,
    value: {} satisfies JsonObject,
    serverTool,
  };
}
