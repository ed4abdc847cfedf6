import { largeBytes, requestOf } from './request-of.mjs';

/** A picture of 24 MB as base64. @type {import('./request-of.mjs').AttackShape} */
export const largeImage = {
  name: 'large-image',
  body: (dialect, model) => {
    const data = `iVBORw0KGgo${'A'.repeat(Math.floor(largeBytes / 4) * 4 - 11 - 1_024)}`;
    const part =
      dialect === 'messages'
        ? `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${data}"}}`
        : `{"type":"input_image","image_url":"data:image/png;base64,${data}"}`;
    return Buffer.from(requestOf(dialect, model, { content: `[${part}]` }));
  },
  statuses: [200, 400, 413],
};
