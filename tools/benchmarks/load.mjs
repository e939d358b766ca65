// Called by ./run-load: starts the server and the echo, lets h2load ask either for two seconds in turns, and prints what it took.
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const [java, rounds] = process.argv.slice(2);
const folder = mkdtempSync('tools/benchmarks/target/load-');
const key = 'key-of-the-load-benchmark';
const SECONDS = 2;
const TICKS_PER_SECOND = 100;

/** Starts a server and waits for its line that says ready. */
async function start(name, command, args) {
  const begun = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', openSync(`${folder}/${name}.log`, 'w')],
    env: { ...process.env, MANDATE_BOOTSTRAP_API_KEY: key },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"ready"')) {
      return { child, port: JSON.parse(line).http_port, startSeconds: (performance.now() - begun) / 1000 };
    }
  }
  throw new Error(`${name} ended before it was ready: see ${folder}`);
}

/** Processor time of the process so far, in its own code and in the kernel's. The name before the last parenthesis may hold anything. */
const cpuSeconds = ({ child }) => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};
const residentMegabytes = ({ child }) =>
  Math.round((readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1] * 1024) / 1e6);
const processorTicks = () => readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1, 9).map(Number);

/** Lets h2load post the body over 64 connections: requests a second, and processor time of the server for each. */
async function load(server, path, seconds, options = []) {
  const before = cpuSeconds(server);
  const { stdout } = await promisify(execFile)('h2load', [
    '--h1', '-t1', '-c64', `-D${seconds}`, '-d', `${folder}/body.json`, '-H', `authorization: Bearer ${key}`,
    '-H', 'content-type: application/json', ...options, `http://127.0.0.1:${server.port}${path}`,
  ]);
  const [, done, good] = stdout.match(/requests: .* (\d+) done, (\d+) succeeded/);
  if (done !== good) {
    throw new Error(`not all requests succeeded:\n${stdout}`);
  }
  return { rate: done / seconds, longest: longest(stdout), micros: ((cpuSeconds(server) - before) / done) * 1e6 };
}

/** The longest time of a request, in milliseconds. */
function longest(printed) {
  const [, amount, unit] = printed.match(/time for request:\s+\S+\s+([\d.]+)(us|ms|s)\s/);
  return amount * { us: 0.001, ms: 1, s: 1000 }[unit];
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const spelled = (bytes) => {
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) text = base58[Number(number % 58n)] + text;
  // A zero byte at the beginning is a digit of its own.
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};
const parsed = (text) =>
  Buffer.from([...text].reduce((number, digit) => number * 58n + BigInt(base58.indexOf(digit)), 0n).toString(16).padStart(64, '0'), 'hex');

/** Has a funded 2-of-3 account made, and returns the path and the body of a request to prepare a SOL transfer out of it. */
async function prepare(server) {
  const post = async (path, body) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    if (!reply.ok) {
      throw new Error(`${path} answered ${await reply.text()}`);
    }
    return reply.json();
  };
  const people = [0, 1, 2].map(() => spelled(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)));
  const { smart_account_address: account } = await post('/api/v1/smart-accounts', {
    smart_account_signers: people.map((address) => ({ address, permissions: ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'] })), threshold: 2,
  });
  for (const address of [...people, account]) {
    await post('/api/v1/simulated/fund', { address, lamports: '10000000000' });
  }
  // One signature, unsigned; sender, recipient and system program; no blockhash; the transfer of 65,536 lamports.
  const transfer = Buffer.concat([
    Buffer.from([1]), Buffer.alloc(64), Buffer.from([1, 0, 1, 3]), parsed(account), parsed(people[2]), Buffer.alloc(32),
    Buffer.alloc(32), Buffer.from([1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
  ]);
  const path = '/api/v0/smart_account/transaction/prepare';
  const body = {
    smart_account_address: account, transaction: transfer.toString('base64'),
    fee_config: { currency: 'sol', payer_address: people[0] }, transaction_signers: people.slice(0, 2),
  };
  writeFileSync(`${folder}/body.json`, JSON.stringify(body));
  return { path, length: JSON.stringify(await post(path, body)).length };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const summary = (values) => [mean(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1).padStart(10)).join('');

const mandate = await start('mandate', './mandate', [
  'serve', '--chain', 'simulated', '--http-port', '0', '--data-dir', `${folder}/data`, '--requests-per-key-per-second', '0',
]);
const children = [mandate.child];
try {
  const idle = residentMegabytes(mandate);
  const { path, length } = await prepare(mandate);
  const options = readFileSync(`/proc/${mandate.child.pid}/cmdline`, 'utf8').split('\0').filter((option) => /^-Xm[nsx]|^-XX:(?!Shared)|^-Djdk/.test(option));
  const echo = await start('echo', java, [
    ...options, '-cp', 'tools/benchmarks/target/benchmarks.jar', 'dev.mandate.benchmarks.load.EchoServer', String(length),
  ]);
  children.push(echo.child);
  console.error('Warming up for a minute …');
  await load(mandate, path, 40);
  await load(echo, '/', 20);
  const ticks = processorTicks();
  const results = { prepare: [], echo: [] };
  for (let round = 0; round < rounds; round++) {
    results.prepare.push(await load(mandate, path, SECONDS));
    results.echo.push(await load(echo, '/', SECONDS));
  }
  const half = Math.round(mean(results.prepare.map(({ rate }) => rate)) / 2 / 64);
  await load(mandate, path, 5, [`--rps=${half}`, `--log-file=${folder}/latencies`]);
  const latencies = readFileSync(`${folder}/latencies`, 'utf8').trim().split('\n').map((line) => Number(line.split('\t')[2])).sort((a, b) => a - b);
  const spent = processorTicks().map((tick, index) => tick - ticks[index]);

  console.log(`${''.padEnd(44)}      mean       min       max`);
  for (const [name, runs] of Object.entries(results)) {
    console.log(`${`${name}, a second`.padEnd(44)}${summary(runs.map(({ rate }) => rate))}`);
    console.log(`${`${name}, µs of processor time each`.padEnd(44)}${summary(runs.map(({ micros }) => micros))}`);
  }
  console.log(`${'longest wait of a prepare, ms'.padEnd(44)}${summary(results.prepare.map((run) => run.longest))}`);
  console.log(`prepare beside echo, processor time: ${(mean(results.prepare.map(({ micros }) => micros)) / mean(results.echo.map(({ micros }) => micros))).toFixed(2)}`);
  console.log(`99 % of prepares at half of that rate within ${(latencies[Math.floor(latencies.length * 0.99)] / 1000).toFixed(1)} ms`);
  console.log(`ready after ${mandate.startSeconds.toFixed(2)} s; resident ${idle} MB idle, ${residentMegabytes(mandate)} MB after the load`);
  console.log(`stolen by the hypervisor: ${((100 * spent[7]) / spent.reduce((sum, tick) => sum + tick)).toFixed(1)} % of the processors`);
} finally {
  children.forEach((child) => child.kill());
  rmSync(folder, { recursive: true });
}
