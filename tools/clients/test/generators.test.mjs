// Clients that openapi-generator makes of the server's description: each compiles, and makes a call.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, keys } from '../lib/http.mjs';
import { addressesOf, people } from '../lib/custody.mjs';

const run = promisify(execFile);
const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(folder, 'target', 'generators');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { url } = new Client();

/** What a call in another process needs to know. */
const environment = () => ({
  ...process.env, MANDATE_TEST_KEY: keys.acme, MANDATE_TEST_SIGNER: addressesOf(...people(1))[0],
});

async function outputOf(program, words, options) {
  try {
    return await run(program, words, { maxBuffer: 64 << 20, ...options });
  } catch (error) {
    return assert.fail(`${program}: ${error.stdout}${error.stderr}`);
  }
}

/** Whether Python has all that the generated client imports, in versions that it takes. */
async function hasPython() {
  const needs = 'import dateutil, pydantic, typing_extensions, urllib3; assert pydantic.VERSION >= "2"';
  return run('python3', ['-c', needs]).then(() => true, () => false);
}

test('Java: the client of the library native compiles and creates an account', async () => {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const { text } = await new Client().ask('GET', '/openapi.json');
  await writeFile(join(output, 'openapi.json'), text);

  await outputOf(
    join(folder, '..', '..', 'mvnw'),
    ['--batch-mode', '--no-transfer-progress', '-f', join(folder, 'generators', 'pom.xml'), `-Dopenapi=${join(output, 'openapi.json')}`,
      `-Dmade=${join(output, 'made')}`, 'test'],
    { env: environment() });
});

test('TypeScript: the client typescript-fetch compiles and creates an account', async () => {
  await outputOf(process.execPath, [compiler, '-p', join(folder, 'tsconfig.generators.json')]);

  const { MANDATE_TEST_SIGNER: signer } = environment();
  const { create } = await import(pathToFileURL(join(output, 'built', 'generators', 'calls', 'create.js')));
  const created = await create(url, keys.acme, signer);

  assert.equal(created.smartAccountSigners[0].address, signer);
});

test('Python: the client creates an account', { skip: await hasPython() ? false : 'Python lacks pydantic 2, urllib3 or dateutil' }, async () => {
  await outputOf('python3', [join(folder, 'generators', 'calls', 'create.py')], {
    env: { ...environment(), PYTHONPATH: join(output, 'made', 'python'), PYTHONDONTWRITEBYTECODE: '1' },
  });
});
