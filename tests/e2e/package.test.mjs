// The npm package: by its name in Node, under the TypeScript compiler, and in a page of twenty lines.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { CLI, ROOT, SAMPLES, SITE, launch } from './browser.mjs';
import { serve } from './server.mjs';

const PACKAGE = join(dirname(SITE), 'npm');

test('the package is found by its name, typed, and complete', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'whichchip-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/whichchip'));
  const { files, version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  for (const file of files) assert.ok(statSync(join(PACKAGE, file)).size > 0, file);
  const model = join(SAMPLES, 'resnet18.onnx');
  writeFileSync(join(folder, 'use.mjs'), `
    import { readFileSync } from 'node:fs';
    import { createWhichchip } from 'whichchip';
    const w = await createWhichchip();
    if (w.version !== '${version}') throw new Error(w.version);
    process.stdout.write(w.compare(new Uint8Array(readFileSync('${model}')), { name: 'resnet18.onnx', deployment: 'edge' }));`);
  const printed = execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(printed, execFileSync(CLI, ['compare', model, '--deployment', 'edge', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 26 }));

  writeFileSync(join(folder, 'use.mts'), `
    import { createWhichchip, WhichchipError, type Options } from 'whichchip';
    const options: Options = { deployment: 'edge', dims: { height: 288 }, set: 'T4.memory.bandwidth=640' };
    const w = await createWhichchip();
    const now: string = w.compare(new Uint8Array(), options);
    const later: string = await w.inspect(new Blob([]));
    // @ts-expect-error there is no such precision
    w.compare(new Uint8Array(), { precision: 'int7' });
    export const failed = (error: unknown) => (error instanceof WhichchipError ? error.code + now.length + later.length : 0);`);
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
    '--moduleResolution', 'nodenext', '--lib', 'es2022,dom', 'use.mts'], { cwd: folder, stdio: 'pipe' });
});

test('twenty lines of a page rank a model', async () => {
  const lines = ['example.html', 'example.js'].map((name) => readFileSync(join(PACKAGE, name), 'utf8').trim().split('\n').length);
  assert.ok(lines[1] <= 20, `${lines[1]} lines`);
  const server = await serve(PACKAGE);
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${server.url}example.html`);
  await page.setInputFiles('input', join(SAMPLES, 'resnet18.onnx'));
  await page.waitForSelector('li');
  assert.ok((await page.$$('li')).length > 50);
  assert.match(await page.textContent('li'), /: [\d.e-]+ ms, [\d.e+-]+ mJ/);
  await browser.close();
  await server.close();
});
