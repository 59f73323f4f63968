/* The engine in this browser: the messages of the server, answered by the same C code as a WebAssembly module in a
 * worker, and saved games by the browser's storage. A chunk of its own, which a page on a server need not load. */
import { createYomi } from '../../wasm/src/index.js';
import type { Yomi } from '../../wasm/src/index.js';
import { BrowserStore } from './browser_store';
import type { Channel, ChannelEvents } from './channel';

type Message = Record<string, unknown> & { type: string; id?: number };

/* What needs the weights of its game before it can be answered. */
const searches = new Set(['go', 'try', 'solution']);

export class BrowserChannel implements Channel {
  open = false;
  private yomi: Yomi | null = null;
  private store = new BrowserStore();
  private turn: Promise<void> = Promise.resolve(); /* of the messages to the module: they keep their order */

  constructor(private events: ChannelEvents, folder: string, private onTrouble: (text: string) => void) {
    this.start(folder).catch((error: Error) => {
      this.onTrouble(error.message);
      this.events.closed();
    });
  }

  private async start(folder: string): Promise<void> {
    const yomi = await createYomi({ folder: new URL(folder, document.baseURI) });
    yomi.onError = this.onTrouble;
    this.yomi = yomi;
    this.open = true;
    if (yomi.why) console.info(yomi.why);
    yomi.onMessage((text) => this.events.message(text));
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    if (this.store.knows(message.type)) {
      void this.store.answer(message).then((answer) => this.events.message(JSON.stringify(answer)));
    } else if (searches.has(message.type)) {
      this.turn = this.turn.then(() => this.afterWeights(message, text));
    } else {
      this.turn = this.turn.then(() => this.yomi?.message(text));
    }
  }

  private async afterWeights(message: Message, text: string): Promise<void> {
    try {
      await this.yomi?.loadWeights(String(message.game));
      this.yomi?.message(text);
    } catch (error) {
      this.events.message(JSON.stringify({ type: 'error', code: 'io', text: (error as Error).message, id: message.id }));
    }
  }
}
