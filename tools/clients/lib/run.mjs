// Starts the server, makes API keys beside it, runs the tests, and stops the server whatever came of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKey, EVERY_SCOPE, mandate, start, target } from './server.mjs';

const tests = join(dirname(fileURLToPath(import.meta.url)), '..', 'test');

async function keys(folder) {
  const [acme, rival, reader, builder, ended] = await Promise.all([
    apiKey(folder, 'acme', EVERY_SCOPE),
    apiKey(folder, 'rival', EVERY_SCOPE),
    apiKey(folder, 'acme', 'read'),
    apiKey(folder, 'acme', 'read,build'),
    apiKey(folder, 'former', EVERY_SCOPE),
  ]);
  const [, id] = /(key_[0-9a-f]{16})/.exec(await mandate(folder, 'api-key', 'list', '--tenant', 'former'));
  await mandate(folder, 'api-key', 'revoke', id, '--tenant', 'former');
  return { acme, rival, reader, builder, ended };
}

async function run(names) {
  const files = readdirSync(tests)
    .filter((file) => file.endsWith('.test.mjs'))
    .filter((file) => names.length === 0 || names.includes(basename(file, '.test.mjs')))
    .map((file) => join(tests, file));
  if (files.length === 0) {
    throw new Error(`no test is called ${names.join(' or ')}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'mandate-clients-'));
  const server = await start(
    folder, 'server', '--creation-budget-lamports', '100000000000', '--creations-per-key-per-day', '10000');
  let testing;
  let interrupted = false;
  const interrupt = (signal) => {
    interrupted = true;
    testing?.kill(signal);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const made = await keys(folder);
    if (interrupted) {
      return 130;
    }
    testing = spawn(
      process.execPath,
      ['--test', '--test-reporter=spec', '--test-concurrency=3', ...files],
      {
        stdio: 'inherit',
        env: { ...process.env, MANDATE_TEST_URL: server.url, MANDATE_TEST_KEYS: JSON.stringify(made) },
      },
    );
    const [code] = await once(testing, 'exit');
    return code ?? 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const code = await run(process.argv.slice(2));
if (code !== 0) {
  console.error(`The server's log is in ${target}.`);
}
process.exitCode = code;
