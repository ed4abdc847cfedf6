// One request over a separate WebSocket connection.

/**
 * Sends a frame and returns the last frame of the response, in the format of an HTTP reply.
 * @param {{ url: string, key: string, path: string }} target
 * @param {object} frame
 * @returns {Promise<import('./http-call.mjs').Reply>}
 */
export function sendFrame({ url, key, path }, frame) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { authorization: `Bearer ${key}` } });
    const timer = setTimeout(() => end(() => reject(new Error('no last frame within 15 s'))), 15_000);
    const end = (settle) => {
      clearTimeout(timer);
      socket.close();
      settle();
    };
    socket.addEventListener('open', () => socket.send(JSON.stringify(frame)));
    socket.addEventListener('error', () => end(() => reject(new Error('the connection failed'))));
    socket.addEventListener('message', ({ data }) => {
      const { type, status = 200, response } = JSON.parse(data);
      if (type !== 'error' && !/^response\.(?:completed|failed|incomplete)$/.test(type)) return;
      end(() =>
        resolve({
          status,
          headers: {},
          text: type === 'error' ? data : JSON.stringify(response),
          json: () => JSON.parse(data),
        }),
      );
    });
  });
}
