/* Where the engine of this page runs: on the server that sent it, or in this browser.
 *
 * A page that `yomi site` wrote has no server behind it and says so in its head: <meta name="yomi-place"
 * content="browser">. A served page takes the server, unless its user chose the browser. */
import { serverChannel } from './channel';
import type { Channel, ChannelEvents, OpenChannel } from './channel';
import { recall, remember } from './state';

export type EnginePlace = 'server' | 'browser';

const CHOICE = 'yomi.enginePlace';

/* No server: the choice is made. */
export const withoutServer = document.querySelector('meta[name="yomi-place"][content="browser"]') !== null;

export function enginePlace(): EnginePlace {
  return withoutServer || recall<EnginePlace>(CHOICE, 'server') === 'browser' ? 'browser' : 'server';
}

/* Takes effect with the page's next start, which is now. */
export function chooseEnginePlace(place: EnginePlace): void {
  remember(CHOICE, place);
  location.reload();
}

/* The module's part of the page is loaded when it is needed. */
function browserChannel(onTrouble: (text: string) => void): OpenChannel {
  return (events: ChannelEvents): Channel => {
    let inner: Channel | null = null;
    import('./browser_channel').then(({ BrowserChannel }) => (inner = new BrowserChannel(events, 'module/', onTrouble)), (error: Error) => {
      onTrouble(error.message);
      events.closed();
    });
    return {
      get open() {
        return inner?.open === true;
      },
      send: (text) => inner?.send(text),
    };
  };
}

export function engineChannel(onTrouble: (text: string) => void): OpenChannel {
  return enginePlace() === 'browser' ? browserChannel(onTrouble) : serverChannel;
}

/* The worker that makes a page on any host work offline and be cross-origin isolated, so that the engine can have
 * threads. The first visit is loaded again when it has taken over. */
export async function registerOffline(): Promise<void> {
  if (!withoutServer || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!crossOriginIsolated && !sessionStorage.getItem('yomi.isolated')) {
      sessionStorage.setItem('yomi.isolated', 'tried');
      location.reload();
    }
  });
  await navigator.serviceWorker.register('offline.js').catch((error: Error) => console.info(`not offline: ${error.message}`));
}
