// One request a line in, one answer a line out; see README.md. Reads and writes block: nothing else happens in this process,
// and an event loop would double the time of a round trip.
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Ledger, Refusal, SYSTEM, address } from './ledger.mjs';
import { Malformed } from './wire.mjs';

const SQUADS = {
  id: address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf'),
  sha256: 'dec8d3e0fae58c7c8f2416e5f67c25e673f047afd6dd2bba4a47e0b29a01d34c',
  config: address('BSTq9w3kZwNwpBXJEvTZz2G9ZTNyKBvoSeXMvwb4cNZr'),
  configAuthority: address('8xgjL6yqGmNeMUKMBcjUug47JL2QcWY3EBrFfYeHtYFT'),
  treasury: address('5DH2e3cJmFpyi6mk65EGFediunm4ui6BiKNUNrhWtD1b'),
};

const argv = process.argv.slice(2);
const flag = (name) => argv.includes(name);
const option = (name, otherwise) => (flag(name) ? argv[argv.indexOf(name) + 1] : otherwise);

const say = (line) => {
  const out = Buffer.from(line + '\n');
  for (let at = 0; at < out.length;) at += fs.writeSync(1, out, at);
};
const unavailable = (reason, detail) => {
  say(`unavailable ${reason} ${detail}`);
  process.exit(3);
};

const ledger = new Ledger({ now: BigInt(option('--now', '1760000000')), trustSignatures: flag('--trust-signatures') });
if (!flag('--no-squads')) loadSquads(process.env.SQUADS_V4_SO);

function loadSquads(path) {
  if (!path || !fs.existsSync(path)) unavailable('binary-missing', path || '');
  const binary = fs.readFileSync(path);
  const hash = createHash('sha256').update(binary).digest('hex');
  if (hash !== SQUADS.sha256) unavailable('binary-wrong', hash);
  ledger.addProgram(SQUADS.id, new Uint8Array(binary));
  // The ProgramConfig account as on mainnet: discriminator, authority, no creation fee, treasury, 64 reserved bytes.
  const config = Buffer.concat([Buffer.from('c4d25ae790958c3f', 'hex'), SQUADS.configAuthority, Buffer.alloc(8), SQUADS.treasury, Buffer.alloc(64)]);
  ledger.genesis(SQUADS.config, ledger.rent(BigInt(config.length)), config, SQUADS.id);
  ledger.genesis(SQUADS.treasury, 1_000_000_000n, new Uint8Array(0), SYSTEM);
}

const bytes = (text) => (text === '-' ? Buffer.alloc(0) : Buffer.from(text, 'base64'));
const base64 = (content) => (content.length === 0 ? '-' : Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64'));
const key = (text) => {
  const k = bytes(text);
  if (k.length !== 32) throw new Refusal(`a key of ${k.length} bytes`);
  return k;
};
const logs = (lines) => base64(Buffer.from(lines.join('\n')));

const account = (a) => `${a.lamports()}:${base64(a.owner())}:${a.executable() ? 1 : 0}:${base64(a.data())}`;

function read(keys) {
  let out = `${ledger.slot} ${ledger.time}`;
  for (const k of keys) {
    const a = ledger.account(key(k));
    out += a && a.lamports() > 0n ? ` ${account(a)}` : ' .';
  }
  return out;
}

function owned([owner, ...matches]) {
  const wanted = matches.map((m) => m.split(':')).map(([offset, content]) => ({ offset: Number(offset), content: bytes(content) }));
  let out = `${ledger.slot} ${ledger.time}`;
  for (const [k, a] of ledger.owned(key(owner))) {
    const data = Buffer.from(a.data());
    const all = wanted.every(({ offset, content }) => data.subarray(offset, offset + content.length).equals(content));
    if (all) out += ` ${base64(k)}:${account(a)}`;
  }
  return out;
}

function history([k, before, limit]) {
  const found = ledger.history(key(k), before === '.' ? null : before, Number(limit));
  return found === null ? '.' : found.map(([signature, { slot, time, failure }]) => `${signature}:${slot}:${time}:${failure ?? '.'}`).join(' ');
}

function landed([signature]) {
  const found = ledger.landed(signature);
  if (found === null) return '.';
  const ran = found.instructions.map(({ position, program, accounts, data }) =>
    `${position}:${base64(program)}:${base64(Buffer.from(data))}:${accounts.map((a) => `${a.rights}${base64(a.key)}`).join(',')}`);
  const balances = [['<', found.before], ['>', found.after]].flatMap(([moment, { lamports, tokens }]) => [
    ...[...lamports].map(([k, amount]) => `${moment}${k}:${amount}`),
    ...[...tokens].map(([k, t]) => `${moment}${k}:${t.mint}:${t.owner}:${t.program}:${t.decimals}:${t.amount}`),
  ]);
  return [`${found.slot} ${found.time} ${base64(Buffer.from(found.message))} ${found.failure ?? '.'} ${found.signatures.map(base64).join(',')}`, ...ran, ...balances].join(' ');
}

const operations = {
  reset: ([now]) => { ledger.reset(BigInt(now)); return ''; },
  advance: ([seconds]) => { ledger.advance(BigInt(seconds)); return `${ledger.time}`; },
  expire: () => { ledger.expire(); return ''; },
  fund: ([k, lamports]) => { ledger.fund(key(k), BigInt(lamports)); return ''; },
  put: ([k, lamports, owner, executable, data]) => {
    ledger.put(key(k), BigInt(lamports), key(owner), executable === '1', bytes(data));
    return '';
  },
  read,
  owned,
  blockhash: () => `${base64(ledger.latest)} ${ledger.lastValid()} ${ledger.slot - 1n}`,
  recent: ([hash]) => (ledger.isRecent({ blockhash: bytes(hash) }) ? '1' : '0'),
  height: () => `${ledger.slot}`,
  rent: ([length]) => `${ledger.rent(BigInt(length))}`,
  prices: () => ledger.prices.join(' '),
  fee: ([message]) => `${ledger.fee(bytes(message)) ?? '.'}`,
  simulate: ([tx]) => {
    const r = ledger.simulate(bytes(tx));
    return `${r.failure ?? '.'} ${r.units} ${r.loaded} ${logs(r.logs)}`;
  },
  send: ([tx, ...keys]) => {
    const r = ledger.send(bytes(tx));
    return `${r.failure ?? '.'} ${logs(r.logs)}` + (keys.length ? ` ${read(keys)}` : '');
  },
  pass: ([tx]) => { ledger.pass(bytes(tx)); return ''; },
  history,
  landed,
  statuses: (signatures) => signatures.map((s) => {
    const known = ledger.processed.get(s);
    return known ? `${known.slot}:${known.failure ?? '.'}` : '.';
  }).join(' '),
};

function answer(line) {
  const [name, ...rest] = line.split(' ');
  try {
    if (!Object.hasOwn(operations, name)) throw new Refusal(`no operation ${name}`);
    return `ok ${operations[name](rest)}`;
  } catch (e) {
    const expected = e instanceof Refusal || e instanceof Malformed;
    return `err ${(expected ? e.message : String(e.stack)).replaceAll('\n', ' | ')}`;
  }
}

const { version } = createRequire(import.meta.url)('litesvm/package.json');
say(`ready litesvm ${version} squads ${flag('--no-squads') ? 'no' : 'yes'}`);

const chunk = Buffer.alloc(1 << 16);
let pending = Buffer.alloc(0);
for (;;) {
  const n = fs.readSync(0, chunk);
  if (n === 0) break; // the parent is gone
  pending = pending.length ? Buffer.concat([pending, chunk.subarray(0, n)]) : Buffer.from(chunk.subarray(0, n));
  for (let end; (end = pending.indexOf(10)) >= 0; pending = pending.subarray(end + 1)) {
    say(answer(pending.toString('latin1', 0, end)));
  }
}
