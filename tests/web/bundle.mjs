/* Builds web/ into a folder of its own and compares it with web/bundle, byte by byte: node bundle.mjs
 * Returns 77 (skipped) where the packages of web/ are not installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const kept = join(web, 'bundle');
const files = (folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile()).sort();

const size = files(kept).reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
console.log(`the bundle is ${size} bytes compressed`);
if (size > 500_000) {
  console.log('FAILED: more than 500,000 bytes');
  process.exit(1);
}
const vite = join(web, 'node_modules/vite/bin/vite.js');
if (!existsSync(vite)) {
  console.log('skipped: the packages of web/ are not installed (npm install in web/)');
  process.exit(77);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.log(`skipped: Vite needs Node 20, this is ${process.versions.node}`);
  process.exit(77);
}
const made = mkdtempSync(join(tmpdir(), 'yomi-bundle-'));
execFileSync(process.execPath, [vite, 'build', '--outDir', made, '--emptyOutDir', '--logLevel', 'error'], { cwd: web, stdio: 'inherit' });
const names = (folder) => files(folder).map((path) => relative(folder, path));
const same = JSON.stringify(names(made)) === JSON.stringify(names(kept)) &&
  names(made).every((name) => readFileSync(join(made, name)).equals(readFileSync(join(kept, name))));
rmSync(made, { recursive: true, force: true });
console.log(same ? 'the bundle is what the sources make' : 'FAILED: web/bundle is not what the sources make; run npm run build in web/');
process.exit(same ? 0 : 1);
