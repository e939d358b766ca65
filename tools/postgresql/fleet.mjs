// Two servers behind nginx against one, with a node 20 ms away; then one of the two is killed (SIGKILL).
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import * as ground from './ground.mjs';

const [clients = 20, seconds = 30] = process.argv.slice(2).map(Number);
const NODE_ROUND_TRIP_MILLIS = 20;

/** A node on a simulated chain, which all servers share. */
async function node() {
  const child = spawn('./tools/solana-node', ['0'], { cwd: ground.root, stdio: ['ignore', 'pipe', 'inherit'] });
  ground.atEnd(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const port = line.match(/http:\/\/127\.0\.0\.1:(\d+)/)?.[1];
    if (port) {
      child.stdout.resume();
      return Number(port);
    }
  }
  throw new Error('the node did not start');
}

/** A round robin over servers. What a server did not get goes to the next one. */
async function balancer(ports) {
  const port = await ground.freePort();
  const path = join(ground.folder, `nginx-${port}`);
  mkdirSync(path);
  writeFileSync(join(path, 'nginx.conf'), `
    daemon off; pid ${path}/pid; error_log ${path}/error.log; worker_processes 1;
    events { worker_connections 1024; }
    http {
      access_log off; client_body_temp_path ${path}/body; proxy_temp_path ${path}/proxy; fastcgi_temp_path ${path}/f; uwsgi_temp_path ${path}/u; scgi_temp_path ${path}/s;
      upstream mandate { ${ports.map((at) => `server 127.0.0.1:${at} max_fails=1 fail_timeout=2s;`).join(' ')} keepalive 64; }
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass http://mandate; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_connect_timeout 1s; proxy_next_upstream error timeout;
      } }
    }`);
  const child = spawn('nginx', ['-c', join(path, 'nginx.conf'), '-p', path], { stdio: 'ignore' });
  ground.atEnd(() => child.kill());
  await ground.sleep(500);
  return port;
}

/** Each client pays in a loop. It repeats a call that fails until it succeeds; the time of a payment includes that. */
async function load(call, accounts, seconds, at = () => {}) {
  const begun = performance.now();
  const paid = [];
  let repeated = 0;
  const insisting = async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (fault) {
        if (performance.now() - begun > (seconds + 20) * 1000) throw fault;
        repeated++;
        await ground.sleep(100);
      }
    }
  };
  const watch = setInterval(() => at((performance.now() - begun) / 1000), 100);
  await Promise.all(accounts.map(async (from) => {
    while (performance.now() - begun < seconds * 1000) {
      const start = performance.now();
      await insisting(() => ground.pay(call, from));
      paid.push({ end: (performance.now() - begun) / 1000, millis: performance.now() - start });
    }
  }));
  clearInterval(watch);
  return { paid, repeated };
}

await ground.drill(async () => {
  const database = await ground.cluster('database');
  const chain = await node();
  const far = await ground.delayed(chain, NODE_ROUND_TRIP_MILLIS / 2);
  const airdrop = async (address, lamports) => {
    const answer = await fetch(`http://127.0.0.1:${chain}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, lamports] }),
    });
    const { error } = await answer.json();
    if (error) throw new Error(error.message);
  };
  const passphrase = join(ground.folder, 'passphrase');
  writeFileSync(passphrase, 'a passphrase of the drill', { mode: 0o600 });
  const settings = {
    chain: 'rpc', 'rpc-url-devnet': `http://127.0.0.1:${far}`, 'vault-dir': join(ground.folder, 'vault'),
    'vault-passphrase-file': passphrase, 'node-calls-per-request': 1000,
  };
  const store = ground.storeAt(database.port);
  const first = await ground.mandate('first', store, settings);
  mkdirSync(join(ground.folder, 'second'), { mode: 0o700 });
  for (const secret of ['operator.secret', 'creation.secret']) copyFileSync(join(ground.folder, 'first', secret), join(ground.folder, 'second', secret));
  const call = ground.client(first.port, 'devnet');
  await airdrop((await call('GET', '/api/v1/service')).networks.devnet.fee_payer, 900_000_000_000);
  const accounts = [];
  for (let made = 0; made < clients; made++) {
    accounts.push(await ground.account(call));
    for (const address of [accounts.at(-1).address, accounts.at(-1).owner.address]) await airdrop(address, 90_000_000_000);
  }
  const rows = [['servers', 'payments/s', 'p50 ms', 'p99 ms']];
  const measured = async (name, port) => {
    await load(ground.client(port, 'devnet'), accounts, 10);
    const { paid } = await load(ground.client(port, 'devnet'), accounts, seconds);
    const millis = paid.map((one) => one.millis);
    rows.push([name, (paid.length / seconds).toFixed(1), ground.quantile(millis, 0.5).toFixed(0), ground.quantile(millis, 0.99).toFixed(0)]);
  };
  await measured('one', await balancer([first.port]));
  const second = await ground.mandate('second', store, settings);
  const both = await balancer([first.port, second.port]);
  await measured('two', both);
  ground.table(rows);

  const KILLED_AT = 5;
  let killed = false;
  const { paid, repeated } = await load(ground.client(both, 'devnet'), accounts, 20, (now) => {
    if (now >= KILLED_AT && !killed) {
      killed = true;
      second.kill('SIGKILL');
    }
  });
  console.log(`\nOne of two killed (SIGKILL); clients repeated ${repeated} calls. A payment counts in the second of its end:`);
  const perSecond = [['second', 'payments', 'p50 ms', 'p99 ms']];
  for (let second = 0; second < 20; second++) {
    const millis = paid.filter(({ end }) => Math.floor(end) === second).map((one) => one.millis);
    const show = (part) => (millis.length ? ground.quantile(millis, part).toFixed(0) : '-');
    perSecond.push([second - KILLED_AT, millis.length, show(0.5), show(0.99)]);
  }
  ground.table(perSecond);
});
