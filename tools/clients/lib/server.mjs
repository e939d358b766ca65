// Starts and stops real servers, by the launcher that everybody uses.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const clients = join(dirname(fileURLToPath(import.meta.url)), '..');
const launcher = join(clients, '..', '..', 'mandate');

/** Where this run leaves what is worth a look afterwards. */
export const target = join(clients, 'target');

/** Whatever settings the caller's environment holds are none of ours. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MANDATE_')));
}

/**
 * Starts a server on a free loopback port, with a simulated chain and its data in `folder`; its log goes to `target/<name>.log`.
 * Resolves once it says that it is ready.
 */
export function start(folder, name, ...settings) {
  return started([launcher], folder, name, ['--chain', 'simulated', ...settings]);
}

/** As {@link start}, with the node at `url` as devnet. */
export function startOnNode(url, folder, name, ...settings) {
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, randomBytes(32).toString('hex'), { mode: 0o600 });
  return started([launcher], folder, name, ['--rpc-url-devnet', url, '--vault-passphrase-file', passphrase, ...settings]);
}

/** Starts a node with the real program, if `SQUADS_V4_SO` names that. Resolves to its URL and what stops it. */
export async function startNode() {
  const { line, stop } = await startedTool('svm-node');
  return { url: /http:\S+/.exec(line)[0], stop };
}

/** Starts a node over a simulated chain. Resolves to its URL, that of its notices, and what stops it. */
export async function startSolanaNode() {
  const { line, stop } = await startedTool('solana-node');
  return { url: /http:[^\s,]+/.exec(line)[0], notices: /ws:\S+/.exec(line)[0], stop };
}

async function startedTool(name) {
  const child = spawn(join(clients, '..', name), ['0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => first),
    once(child, 'exit').then(([code]) => { throw new Error(`${name} ended with ${code}`); }),
  ]);
  return { line, stop: () => child.kill() };
}

/** As {@link start}, a server that can have no more than so many files open, its connections among them. */
export function startWithFiles(files, folder, name, ...settings) {
  return started(
    ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(files), launcher], folder, name, ['--chain', 'simulated', ...settings]);
}

async function started([program, ...words], folder, name, settings) {
  mkdirSync(target, { recursive: true });
  const log = join(target, `${name}.log`);
  const child = spawn(
    program,
    [...words, 'serve', '--http-port', '0', '--data-dir', folder, ...settings],
    { env: environment(), stdio: ['ignore', 'pipe', openSync(log, 'a')] },
  );
  const exited = once(child, 'exit');
  const ready = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => JSON.parse(line)),
    exited.then(([code]) => { throw new Error(`the server ended with ${code} instead of getting ready: see ${log}`); }),
  ]);
  return {
    url: `http://${ready.http_host}:${ready.http_port}`,
    pid: child.pid,
    /** Ends it, by its own process id, and waits until it is gone. */
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}

/** The output of `mandate <command>` on the data in `folder`. */
export async function mandate(folder, ...command) {
  const { stdout } = await promisify(execFile)(launcher, [...command, '--data-dir', folder], { env: environment() });
  return stdout.trim();
}

/** A new API key of a tenant. */
export function apiKey(folder, tenant, scopes) {
  return mandate(folder, 'api-key', 'create', '--tenant', tenant, '--name', scopes, '--scopes', scopes);
}

export const EVERY_SCOPE = 'read,build,create,submit';
