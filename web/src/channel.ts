/* What a Connection speaks through: the messages of docs/PROTOCOL_WEB.md as texts, to a server or to the engine in this
 * browser (browser_channel.ts). */
export interface ChannelEvents {
  message(text: string): void;
  closed(): void; /* it is gone; whoever wants another opens one */
}

export interface Channel {
  readonly open: boolean;
  send(text: string): void;
}

export type OpenChannel = (events: ChannelEvents) => Channel;

/* The server that the page came from. */
export const serverChannel: OpenChannel = (events) => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/ws`);
  socket.onmessage = (event) => events.message(event.data as string);
  socket.onclose = () => events.closed();
  return {
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (text) => socket.send(text),
  };
};
