/* A worker with the module in it, in a browser or in node: which of the two modules, how it is loaded, how it is
 * written to, and how a search inside a worker without threads learns that somebody waits. */

export interface HostOptions {
  /* The folder of the module's files, with a slash at its end. Usually beside this file. */
  folder?: string | URL;
  /* The most threads of a search; 1 without shared memory. Usually as many as there are processors, at most 4. */
  threads?: number;
  /* Size of the table in MB, until the option Hash says something else. */
  hash?: number;
  /* One thread, also where there could be more. */
  single?: boolean;
}

export type FromWorker =
  | { kind: 'lines' | 'message' | 'log' | 'failed'; text: string }
  | { kind: 'opened' | 'closed' }
  | { kind: 'given'; game: string; good: boolean }
  | { kind: 'benched'; code: number; text: string };

interface AnyWorker {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage?: ((event: { data: FromWorker }) => void) | null;
  onerror?: ((event: { message?: string }) => void) | null;
  on?(type: string, listen: (value: never) => void): void;
  unref?(): void;
}

interface NodeModules {
  'node:worker_threads': { Worker: new (path: URL) => AnyWorker };
  'node:fs/promises': { readFile(path: URL): Promise<Uint8Array> };
  'node:url': { fileURLToPath(url: URL): string };
  'node:os': { availableParallelism?(): number; cpus(): unknown[] };
}

export const inNode = typeof (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node === 'string';

/* Not for bundlers: in a browser it is never asked for. */
function nodeModule<Name extends keyof NodeModules>(name: Name): Promise<NodeModules[Name]> {
  return import(/* @vite-ignore */ name as string) as Promise<NodeModules[Name]>;
}

/* What a page can tell its user where there is only one thread; "" where there are several. */
export function whyOneThread(): string {
  if (inNode) return '';
  if (typeof SharedArrayBuffer === 'undefined' || !(globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated) {
    return 'This page is not cross-origin isolated, so the engine has one thread. The server has to send the headers ' +
      '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp".';
  }
  return '';
}

async function processors(): Promise<number> {
  if (!inNode) return navigator.hardwareConcurrency || 1;
  const os = await nodeModule('node:os');
  return os.availableParallelism?.() ?? os.cpus().length;
}

export async function readFile(url: URL): Promise<Uint8Array> {
  if (inNode && url.protocol === 'file:') return (await nodeModule('node:fs/promises')).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  if (inNode) return WebAssembly.compile((await readFile(url)) as BufferSource);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status} ${answer.statusText}`);
  /* Compiled while it comes, and kept compiled by the browser, when the server says what it is. */
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Host {
  private number = 0;
  private urls: [string, string] | null = null;
  private stopper: Int32Array | null = null;
  private blobs = false;
  private ended = false;

  private constructor(private worker: AnyWorker, readonly folder: URL, readonly threads: number, readonly why: string) {}

  static async open(options: HostOptions, receive: (message: FromWorker) => void): Promise<Host> {
    const folder = new URL(options.folder ?? './module/', options.folder && !inNode ? globalThis.location.href : import.meta.url);
    const why = options.single ? '' : whyOneThread(), single = options.single || why !== '';
    const most = single ? 1 : Math.max(1, options.threads ?? Math.min(4, await processors()));
    const name = single ? 'yomi-single' : 'yomi-threads';
    const worker = await Host.start(new URL('worker.js', folder));
    const host = new Host(worker, folder, most, why), code = await compile(new URL(`${name}.wasm`, folder));
    await host.begin(receive, {
      code, threaded: !single, threads: most, hash: options.hash ?? 16,
      /* The search's own, the one that hands searches on, those of lines and of puzzles, and the rules'. */
      workers: most + 4, ...(await host.places(name)), shared: host.makeStopper(single),
    });
    return host;
  }

  private static async start(url: URL): Promise<AnyWorker> {
    if (!inNode) return new Worker(url) as unknown as AnyWorker;
    return new (await nodeModule('node:worker_threads')).Worker(url);
  }

  /* The compiler's loader wants a path in node and an address in a browser. */
  private async places(name: string): Promise<{ script: string; folder: string }> {
    if (!inNode) return { script: new URL(`${name}.js`, this.folder).href, folder: this.folder.href };
    const { fileURLToPath } = await nodeModule('node:url');
    return { script: fileURLToPath(new URL(`${name}.js`, this.folder)), folder: fileURLToPath(this.folder) };
  }

  private makeStopper(single: boolean): SharedArrayBuffer | null {
    if (!single) return null;
    if (!inNode && whyOneThread() !== '') {
      this.blobs = true;
      return null;
    }
    const memory = new SharedArrayBuffer(8);
    this.stopper = new Int32Array(memory);
    return memory;
  }

  private begin(receive: (message: FromWorker) => void, fields: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const failed = (text: string): void => (reject(new Error(text)), receive({ kind: 'failed', text }));
      const hear = (message: FromWorker): void => {
        if (message.kind === 'opened') resolve();
        if (message.kind === 'failed') reject(new Error(message.text));
        receive(message);
      };
      if (this.worker.on) {
        this.worker.on('message', hear as (value: never) => void);
        this.worker.on('error', ((error: Error) => failed(error.message)) as (value: never) => void);
      } else {
        this.worker.onmessage = (event) => hear(event.data);
        this.worker.onerror = (event) => failed(event.message || 'the engine could not be loaded');
      }
      this.post({ kind: 'open', ...fields }, true);
    });
  }

  /* `stops`: whoever is searching is to give its result first. */
  post(message: { kind: string } & Record<string, unknown>, stops: boolean, transfer: Transferable[] = []): void {
    if (this.ended) throw new Error('the engine is closed');
    const number = ++this.number;
    if (this.blobs) this.renew(stops);
    if (this.stopper) {
      if (stops) Atomics.store(this.stopper, 1, number);
      Atomics.store(this.stopper, 0, number);
    }
    this.worker.postMessage({ ...message, number, urls: this.urls }, transfer);
  }

  /* Taking an address back is the one signal that reaches a worker in the middle of its work. */
  private renew(stops: boolean): void {
    const before = this.urls, make = (): string => URL.createObjectURL(new Blob(['']));
    this.urls = [make(), stops || !before ? make() : before[1]];
    if (!before) return;
    if (stops) URL.revokeObjectURL(before[1]);
    URL.revokeObjectURL(before[0]);
  }

  end(): void {
    this.ended = true;
    this.worker.terminate();
    for (const url of this.urls ?? []) URL.revokeObjectURL(url);
  }
}
