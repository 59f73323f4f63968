/* The script of the worker that a module lives in, in browsers and in node. A classic script: it loads the module that
 * the compiler made with importScripts or require.
 *
 * Each message from outside has a number. Without threads a search runs inside this worker's one turn, so it asks
 * wish(): is a later message waiting, and is it one that wants the result? With shared memory two numbers say so;
 * without, two blob URLs, which whoever is outside takes back when it sends: a synchronous request then fails. */
'use strict';

const inNode = typeof process === 'object' && typeof process.versions === 'object' && !!process.versions.node;
const port = inNode ? require('worker_threads').parentPort : self;
const WISH_NONE = 0, WISH_OTHERS = 1, WISH_STOP = 2, LOOK_MS = 40;

let module_ = null; // the compiled code's functions
let engine = 0; // the YomiModule
let threaded = false;
let handled = 0, shared = null, urls = null, looked = 0, wished = WISH_NONE;
let turnDue = false, drainDue = false;
let printed = null; // lines of a running bench

function post(message, transfer) {
  port.postMessage(message, transfer || []);
}

function isGone(url) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}

function look() {
  if (shared) {
    if (Atomics.load(shared, 0) === handled) return WISH_NONE;
    return Atomics.load(shared, 1) > handled ? WISH_STOP : WISH_OTHERS;
  }
  const now = performance.now();
  if (!urls || now - looked < LOOK_MS) return WISH_NONE;
  looked = now;
  if (!isGone(urls[0])) return WISH_NONE;
  return isGone(urls[1]) ? WISH_STOP : WISH_OTHERS;
}

/* What was once seen stays true until the next message: others ask again. */
function wish() {
  if (wished !== WISH_STOP) wished = Math.max(wished, look());
  return wished;
}

function withText(text, use) {
  const bytes = module_.lengthBytesUTF8(text), at = module_._malloc(bytes + 1);
  if (!at) throw new Error('no memory for a text');
  module_.stringToUTF8(text, at, bytes + 1);
  try {
    return use(at, bytes);
  } finally {
    module_._free(at);
  }
}

function drain() {
  drainDue = false;
  if (!engine) return;
  const lines = module_._yomi_module_lines(engine);
  if (lines) post({ kind: 'lines', text: module_.UTF8ToString(lines) });
  for (let at = module_._yomi_module_take(engine); at; at = module_._yomi_module_take(engine)) {
    const text = module_.UTF8ToString(at);
    module_._free(at);
    post({ kind: 'message', text });
  }
}

/* With threads this may come from inside a call that holds what drain() wants; without, nobody else could drain. */
function told() {
  if (!threaded) return drain();
  if (drainDue) return;
  drainDue = true;
  setTimeout(drain, 0);
}

function turn() {
  turnDue = false;
  if (engine && module_._yomi_module_turn(engine)) later();
  drain();
}

function later() {
  if (threaded || turnDue) return;
  turnDue = true;
  setTimeout(turn, 0);
}

async function open(message) {
  threaded = message.threaded;
  if (message.shared) shared = new Int32Array(message.shared);
  const script = message.script;
  if (inNode) globalThis.YomiModule = require(script);
  else importScripts(script);
  const options = {
    mainScriptUrlOrBlob: script,
    locateFile: (name) => message.folder + name,
    workers: message.workers,
    noInitialRun: true,
    wish,
    told,
    benched,
    print: (line) => (printed ? printed.push(line) : post({ kind: 'log', text: line })),
    printErr: (line) => post({ kind: 'log', text: line }),
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(message.code, imports).then((instance) => done(instance, message.code),
        (error) => post({ kind: 'failed', text: String(error) }));
      return {};
    },
  };
  module_ = await YomiModule(options);
  engine = module_._yomi_module_open(message.threads, message.hash);
  if (!engine) throw new Error(module_.UTF8ToString(module_._yomi_module_problem()));
  drain();
  post({ kind: 'opened' });
}

function give(message) {
  const at = module_._malloc(message.bytes.length);
  if (!at) throw new Error('no memory for the weights of ' + message.game);
  module_.HEAPU8.set(message.bytes, at);
  const good = withText(message.game, (name) => module_._yomi_module_give(name, at, message.bytes.length));
  module_._free(at);
  post({ kind: 'given', game: message.game, good: !!good });
}

function bench(message) {
  printed = [];
  if (!withText(message.game, (name) => module_._yomi_module_bench(engine, name, message.depth))) throw new Error('too many lines wait');
}

function benched(code) {
  post({ kind: 'benched', code, text: printed.join('\n') });
  printed = null;
}

const handlers = {
  open,
  line: (message) => {
    if (!withText(message.text, (at) => module_._yomi_module_line(engine, at))) throw new Error('too many lines wait');
  },
  message: (message) => withText(message.text, (at, bytes) => module_._yomi_module_message(engine, at, bytes)),
  weights: give,
  bench,
  close: () => {
    module_._yomi_module_close(engine);
    engine = 0;
    post({ kind: 'closed' });
  },
};

async function receive(message) {
  handled = message.number;
  urls = message.urls || null;
  wished = WISH_NONE;
  try {
    await handlers[message.kind](message);
  } catch (error) {
    post({ kind: 'failed', text: error && error.message ? error.message : String(error) });
  }
  later();
}

if (inNode) port.on('message', receive);
else self.onmessage = (event) => receive(event.data);
