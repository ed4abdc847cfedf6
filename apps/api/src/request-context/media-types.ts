export const jsonMediaType = 'application/json; charset=utf-8';

export const streamMediaType = 'text/event-stream; charset=utf-8';
