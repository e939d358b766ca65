// The server's description before public tools: a linter, a generator of types, a compiler, and a client made from all of it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateSource } from 'oazapfts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'openapi-typescript-codegen';
import { Client, keys } from '../lib/http.mjs';
import { addressesOf, fund, people, settled, signed, transfer } from '../lib/custody.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const acme = new Client(keys.acme);
const { text } = await new Client().ask('GET', '/openapi.json');

/** What the compiler says of a project. */
async function complaints(project) {
  return (await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch((error) => error)).stdout;
}

/** Compiles what is typed, with the types that are made of the description that is served now. */
async function compiled() {
  await mkdir(join(folder, 'target'), { recursive: true });
  await writeFile(join(folder, 'target', 'api.ts'), astToString(await openapiTypescript(text)));
  assert.equal(await complaints(folder), '');
  return import(pathToFileURL(join(folder, 'target', 'built', 'typed', 'journey.js')));
}

let typed;
before(async () => { typed = await compiled(); });

test('a linter finds no error by its recommended rules', async () => {
  const problems = await lintFromString({ source: text, config: await createConfig({ extends: ['recommended'] }) });
  const told = problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`);

  assert.deepEqual(told.filter((line) => line.startsWith('error')), []);
  // What is open to everybody and takes nothing can hardly be asked wrongly.
  assert.deepEqual(told.filter((line) => !/^warn operation-4xx-response: .*paths\/~1(health|metrics|openapi|docs)/.test(line)), []);
});

// Each stumbles over something else: one over types that no value has, the other over names that mean two things.
test('generators of whole clients make such as compile', async () => {
  const generated = join(folder, 'target', 'generated');
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  await writeFile(join(folder, 'target', 'openapi.json'), text);

  await writeFile(join(generated, 'oazapfts.ts'), await generateSource(join(folder, 'target', 'openapi.json')));
  await generate({ input: JSON.parse(text), output: join(generated, 'codegen') });

  assert.deepEqual((await readdir(join(generated, 'codegen'))).sort(), ['core', 'index.ts', 'models', 'services']);
  assert.equal(await complaints(join(folder, 'tsconfig.generated.json')), '');
});

test('a client made from the description creates, prepares, signs and submits', async () => {
  const [alice, bob] = people(2);
  const api = typed.client(acme.url, keys.acme);
  const signers = { addresses: addressesOf(alice, bob), sign: (transaction) => signed(transaction, alice, bob) };

  const { account, submission } = await typed.journey(
    api, signers, (address) => fund(acme, address), (from) => transfer(from, addressesOf(bob)[0], 42));

  assert.equal((await settled(acme, submission.submission_id)).status, 'confirmed');
  assert.equal(submission.smart_account_address, account);
  assert.deepEqual([(await typed.verdict(api, account, 1)).outcome, (await typed.verdict(api, account, 3)).outcome], ['allowed', 'refused']);
  await assert.rejects(typed.refused(api, account), (error) => error.code === 'threshold_exceeds_voters' && error.problems[0].field === 'threshold');
});

test('what the types keep a client from is refused by the server as well', async () => {
  const account = addressesOf(...people(1))[0];
  const mistakes = typed.mistakes(typed.client(acme.url, keys.acme), account);

  for (const mistake of mistakes) {
    const { response, error } = await mistake();
    assert.ok(response.status >= 400 && response.status < 500, `${mistake}`);
    assert.match(error.code, /^[a-z_]+$/);
  }
});
