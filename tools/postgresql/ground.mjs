// What the drills stand on: a PostgreSQL server of their own, a proxy that delays, servers of Mandate, and clients of them. All of it on loopback.
import { execFileSync, spawn } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export { sleep };
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const KEY = 'key-of-the-postgresql-drills';
const isRoot = process.getuid() === 0;

const closing = [];
/** Runs at the end of the drill, however it ends; last come, first served. */
export const atEnd = (action) => closing.unshift(action);

/** Runs a drill, and stops everything that it has started. */
export async function drill(action) {
  const ended = (signal) => () => finish().then(() => process.exit(signal));
  process.on('SIGINT', ended(130)).on('SIGTERM', ended(143));
  try {
    await action();
  } catch (fault) {
    console.error(`✗ ${fault.stack}`);
    process.exitCode = 1;
  }
  await finish();
}

async function finish() {
  for (const action of closing.splice(0)) await action();
}

export const folder = mkdtempSync(join(tmpdir(), 'mandate-drill-'));
chmodSync(folder, 0o755);
atEnd(() => rmSync(folder, { recursive: true, force: true }));

/** A port of loopback that nobody uses. */
export const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

// PostgreSQL

const debian = '/usr/lib/postgresql';
const onPath = process.env.PATH.split(':').map((at) => join(at, 'initdb')).find(existsSync);
const binaries = onPath
  ? dirname(realpathSync(onPath))
  : readdirSync(debian).sort((a, b) => b - a).map((version) => join(debian, version, 'bin'))[0];

/** A program of PostgreSQL and its arguments. As root it would refuse: then it runs as postgres. */
const program = (name, args) => isRoot
  ? ['runuser', ['-u', 'postgres', '--', join(binaries, name), ...args]]
  : [join(binaries, name), args];

/** Runs a program of PostgreSQL to its end, and returns what it prints. */
export const pg = (name, ...args) => execFileSync(...program(name, args), { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });

/** A folder that PostgreSQL may write to. */
export function pgFolder(name) {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (isRoot) execFileSync('chown', ['postgres', path]);
  return path;
}

/** Makes a cluster with the schema "mandate", and starts it with these settings. */
export async function cluster(name, settings = {}) {
  const data = pgFolder(name);
  pg('initdb', '-D', data, '-U', 'mandate', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync');
  const server = await postgres(data, settings);
  server.sql('CREATE SCHEMA mandate');
  return server;
}

/** Starts the server of a cluster. */
export async function postgres(data, settings = {}) {
  const port = await freePort();
  const options = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 100, ...settings });
  const log = openSync(`${data}.log`, 'a');
  const [command, args] = program('postgres', ['-D', data, '-p', port, ...options.flatMap(([key, value]) => ['-c', `${key}=${value}`])]);
  const child = spawn(command, args.map(String), { stdio: ['ignore', log, log], cwd: '/' });
  const sql = (statement, database = 'postgres') =>
    pg('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'mandate', '-d', database, '-XAtqc', statement).trim();
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      pg('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-s');
      await ended;
    }
  };
  atEnd(stop);
  for (let poll = 0; poll < 600; poll++) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${readFileSync(`${data}.log`, 'utf8').slice(-2000)}`);
    try {
      // Before the end of a recovery it is ready for reading alone.
      if (sql('SELECT pg_is_in_recovery()') === 'f') break;
    } catch { /* not yet */ }
    await sleep(100);
  }
  return { data, port, sql, stop };
}

export const storeAt = (port) => `jdbc:postgresql://127.0.0.1:${port}/postgres?user=mandate&currentSchema=mandate&sslmode=disable`;

// A network

/** A proxy that hands on each piece after this many milliseconds, in each direction. */
export async function delayed(target, millis) {
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [[client, upstream], [upstream, client]]) {
      sockets.add(from);
      from.on('data', (piece) => setTimeout(() => to.write(piece), millis));
      from.on('close', () => sockets.delete(from) && setTimeout(() => to.destroy(), millis)).on('error', () => {});
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return server.address().port;
}

// Mandate

/** Starts a server, and waits until it says that it is ready. */
export async function mandate(name, store, settings = {}) {
  const all = {
    chain: 'simulated', 'http-port': 0, 'data-dir': join(folder, name), store, 'requests-per-key-per-second': 0,
    'creations-per-key-per-day': 1000000, 'creation-budget-lamports': 1000000000000000, 'log-format': 'json', ...settings,
  };
  const log = join(folder, `${name}.log`);
  const { flags = [], ...named } = all;
  const child = spawn('./mandate', ['serve', ...flags, ...Object.entries(named).flatMap(([key, value]) => [`--${key}`, String(value)])], {
    cwd: root, stdio: ['ignore', 'pipe', openSync(log, 'w')], env: { ...process.env, MANDATE_BOOTSTRAP_API_KEY: KEY },
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const kill = (signal) => {
    child.kill(signal);
    return ended;
  };
  atEnd(() => kill('SIGTERM'));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"ready"')) {
      child.stdout.resume();
      return { port: JSON.parse(line).http_port, kill, log, pid: child.pid };
    }
  }
  throw new Error(readFileSync(log, 'utf8').trim());
}

/** Runs a command of Mandate, and returns its exit code and what it prints. */
export function command(...args) {
  return new Promise((resolve) => {
    let text = '';
    const child = spawn('./mandate', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (piece) => (text += piece));
    child.stderr.on('data', (piece) => (text += piece));
    child.on('close', (code) => resolve({ code, text: text.trim() }));
  });
}

/** A client with connections that it keeps. A status of 300 or more is an error with its answer. */
export function client(port, network = 'mainnet') {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, body, headers = {}) => new Promise((resolve, reject) => {
    const sent = request({
      port, agent, method, path, timeout: 60_000, headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'x-service-network': network, ...headers },
    }, (reply) => {
      let text = '';
      reply.on('data', (piece) => (text += piece)).on('error', reject);
      reply.on('end', () => (reply.statusCode < 300 ? resolve(JSON.parse(text)) : reject(Object.assign(new Error(`${path}: ${text}`), { status: reply.statusCode }))));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path}: no answer in time`)));
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const base58 = (bytes) => {
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};
const unbase58 = (text) =>
  Buffer.from([...text].reduce((number, digit) => number * 58n + BigInt(alphabet.indexOf(digit)), 0n).toString(16).padStart(64, '0'), 'hex');

/** A person with a key of Ed25519. */
export function person() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { address: base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)), privateKey };
}

/** Signs a transaction in base64 with the keys of these people, where they are its signers. */
export function signed(transaction, people) {
  const bytes = Buffer.from(transaction, 'base64');
  const count = bytes[0];
  const message = bytes.subarray(1 + 64 * count);
  const keys = message[0] & 0x80 ? 5 : 4;
  for (let at = 0; at < count; at++) {
    const address = base58(message.subarray(keys + 32 * at, keys + 32 * (at + 1)));
    const by = people.find((one) => one.address === address);
    if (by) sign(null, message, by.privateKey).copy(bytes, 1 + 64 * at);
  }
  return bytes.toString('base64');
}

/** Has an account of one person made, with 10 SOL in it and with its owner. */
export async function account(call) {
  const owner = person();
  const { smart_account_address: address } = await call('POST', '/api/v1/smart-accounts', {
    smart_account_signers: [{ address: owner.address, permissions: ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'] }], threshold: 1,
  });
  return { address, owner };
}

/** The request to prepare a transfer of 65,536 lamports out of an account. */
export function transfer({ address, owner }) {
  // One signature, unsigned; sender, recipient and system program; no blockhash; the transfer.
  const wanted = Buffer.concat([
    Buffer.from([1]), Buffer.alloc(64), Buffer.from([1, 0, 1, 3]), unbase58(address), unbase58(owner.address), Buffer.alloc(32),
    Buffer.alloc(32), Buffer.from([1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
  ]);
  return {
    smart_account_address: address, transaction: wanted.toString('base64'), fee_config: { currency: 'sol', payer_address: owner.address },
    transaction_signers: [owner.address],
  };
}

/** Prepares, signs and submits a transfer, and returns the milliseconds of each call. */
export async function pay(call, from) {
  const begun = performance.now();
  const built = await call('POST', '/api/v0/smart_account/transaction/prepare', transfer(from));
  const prepared = performance.now();
  const answer = await call('POST', `/api/v1/smart-accounts/${from.address}/submit`, { transaction: signed(built.transaction, [from.owner]) });
  return { build: prepared - begun, submit: performance.now() - prepared, answer };
}

/** The value below which this part of the values is. */
export const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

/** A table in columns. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  rows.forEach((row) => console.log(row.map((cell, column) => column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column])).join('   ')));
}
