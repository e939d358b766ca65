// Creations of accounts over HTTP at the operator's cost: servers of one or more checkouts in turns.
//   node tools/benchmarks/creations.mjs ROUNDS CHECKOUT [CHECKOUT ...]      Needs Linux, Node 20, and ./mandate built in each checkout.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

const [rounds, ...checkouts] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'mandate-creations-'));
const KEY = 'key-of-the-creations-benchmark';
const CLIENTS = 64;
const SECONDS = 10;
const WARM_UP_SECONDS = 30;
const TICKS_PER_SECOND = 100;

async function start(checkout, index) {
  const child = spawn('./mandate', [
    'serve', '--chain', 'simulated', '--http-port', '0', '--data-dir', join(folder, `data-${index}`), '--requests-per-key-per-second', '0',
    '--creations-per-key-per-day', '1000000', '--creation-budget-lamports', '1000000000000000',
  ], { cwd: checkout, stdio: ['ignore', 'pipe', openSync(join(folder, `log-${index}`), 'w')], env: { ...process.env, MANDATE_BOOTSTRAP_API_KEY: KEY } });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"ready"')) {
      child.stdout.resume();
      return { checkout, child, port: JSON.parse(line).http_port, agent: new Agent({ keepAlive: true, maxSockets: CLIENTS }), results: [] };
    }
  }
  throw new Error(`${checkout} ended before it was ready`);
}

/** Processor time of the process so far. The name before the last parenthesis may hold anything. */
const cpuSeconds = ({ child }) => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

const post = ({ port, agent }, path, body) => new Promise((resolve, reject) => {
  const sent = request({ port, agent, path, method: 'POST', headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' } }, (reply) => {
    let text = '';
    reply.on('data', (piece) => (text += piece)).on('end', () => (reply.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text))));
  });
  sent.on('error', reject).end(JSON.stringify(body));
});

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const spelled = (bytes) => {
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) text = base58[Number(number % 58n)] + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};
const person = () => spelled(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
const signers = [person(), person()];

/** Accounts of three people, one of them new each time: the same request would make the same account. */
async function create(server, seconds) {
  const before = cpuSeconds(server);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let made = 0;
  await Promise.all(Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < end) {
      const answer = await post(server, '/api/v1/smart-accounts', {
        threshold: 2,
        smart_account_signers: [...signers, person()].map((address) => ({ address, permissions: ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'] })),
      });
      made += answer.status === 'created' ? 1 : 0;
    }
  }));
  return { rate: (made * 1000) / (performance.now() - begun), millis: ((cpuSeconds(server) - before) * 1000) / made };
}

const servers = [];
try {
  for (const checkout of checkouts) {
    servers.push(await start(checkout, servers.length));
  }
  for (const server of servers) {
    await create(server, WARM_UP_SECONDS);
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      server.results.push(await create(server, SECONDS));
    }
  }
  for (const { checkout, results } of servers) {
    const shown = (part) => results.map((result) => result[part].toFixed(2)).join(' ');
    console.log(`${checkout}: created a second ${shown('rate')}; ms of processor time each ${shown('millis')}`);
  }
} finally {
  await Promise.all(servers.map(({ child }) => new Promise((ended) => child.on('exit', ended).kill())));
  rmSync(folder, { recursive: true });
}
