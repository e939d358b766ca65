// Limits that the chain cannot keep, and votes of the engine, on a server of its own whose clock is moved.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertRefused, Client } from '../lib/http.mjs';
import {
  accountPath, addressOf, fund, lamportsOf, land, openAccount, people, readAccount, signed, SOL_TOKEN, submit, transfer,
} from '../lib/custody.mjs';
import { signedIntent } from '../lib/intent.mjs';
import { names, unsigned } from '../lib/squads.mjs';
import { start } from '../lib/server.mjs';

const TOKEN = 'a-key-for-the-limits-test';
const DAY = 86_400;
const AMOUNT = 5_000_000;

const folder = mkdtempSync(join(tmpdir(), 'mandate-limits-'));
let server;
let client;
before(async () => {
  server = await start(folder, 'limits', '--bootstrap-api-key', TOKEN, '--creation-budget-lamports', '100000000000');
  client = new Client(TOKEN, { url: server.url });
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets time pass; the time of the chain. */
async function pass(seconds) {
  const { time } = await client.ok('POST', '/api/v1/simulated/advance', { seconds });
  return Date.parse(time) / 1000;
}

/** The reply once it has this status: workers record the end of a use a moment after it has landed. */
async function until(status, ask) {
  let reply = await ask();
  for (let look = 0; look < 100 && reply.status !== status; look++) {
    await sleep(100);
    reply = await ask();
  }
  return reply;
}

/** An account with a limit of 5,000,000 lamports for its one signer, and how it is used. */
async function limited(terms) {
  const [alice, shop] = people(2);
  const account = await openAccount(client, { persons: [alice], threshold: 1 });
  await fund(client, addressOf(shop));
  const made = await client.ok('POST', `${accountPath(account)}/spending-limits`, {
    amount: String(AMOUNT), token_address: SOL_TOKEN, spending_limit_signers: [addressOf(alice)], ...terms,
  });
  await land(client, account, made, alice);
  const limit = made.spending_limit_address;
  const path = `${accountPath(account)}/spending-limits/${limit}`;
  const asked = (amount) => ({ amount: String(amount), destination: addressOf(shop), signer: addressOf(alice) });
  const use = async (amount, by = alice) => client.ask('POST', `${path}/use`, {
    ...asked(amount),
    intent: signedIntent(
      { action: 'spending_limit_use', network: 'mainnet', account, expires_at: await pass(0) + 600, limit, ...asked(amount) }, by),
  });
  const spend = async (amount, ask = () => use(amount)) => {
    const { status, json, text } = await ask();
    assert.equal(status, 200, text);
    await land(client, account, json, alice);
    return json;
  };
  /** Once windows of so many seconds are over in which other uses may still count. */
  const spendLater = (amount, seconds) => spend(amount, () => until(200, async () => {
    await pass(seconds);
    return use(amount);
  }));
  return { account, alice, path, limit, asked, use, spend, spendLater, read: () => client.ok('GET', path) };
}

test('a YEARLY limit: its signer spends a year\'s amount once, and again when the year is over', async () => {
  const { account, alice, path, asked, use, spend, spendLater, read } = await limited({ period: 'YEARLY' });
  const fresh = await read();
  assert.deepEqual(
    [fresh.period, fresh.enforced_by, fresh.single_use, fresh.remaining_amount, fresh.chain_worst_case_per_year],
    ['YEARLY', 'ENGINE', false, String(AMOUNT), String(14 * AMOUNT)]);
  assert.deepEqual((await readAccount(client, account)).policies.spending_limits, [fresh]);

  assertRefused(await client.ask('POST', `${path}/use`, asked(1_000_000)), 422, 'intent_required');
  const [stranger] = people(1);
  assertRefused(await use(1_000_000, stranger), 422, 'intent_not_authorized');
  const before = await lamportsOf(client, account);
  const built = await spend(3_000_000);
  assert.deepEqual(built.required_signers, [addressOf(alice)], 'the policy key is not the client\'s to sign for');
  assertRefused(await use(2_000_001), 422, 'limit_exceeded');
  await spend(2_000_000);
  assert.equal(before - await lamportsOf(client, account), BigInt(AMOUNT));

  const { remaining_amount: left, resets_at: resets } = await read();
  assert.equal(left, '0');
  const wait = Date.parse(resets) / 1000 - await pass(0);
  assert.ok(wait > 364 * DAY && wait < 367 * DAY, `${wait} s`);
  await pass(wait - 60);
  assertRefused(await use(1_000_000), 422, 'limit_exceeded');
  await spendLater(AMOUNT, 366 * DAY);
  assert.equal(before - await lamportsOf(client, account), BigInt(2 * AMOUNT));
});

test('a limit with an expiration is used before it, and never at it', async () => {
  const end = await pass(0) + 200 * DAY;
  const { account, alice, path, use, spend, spendLater, read } = await limited({ period: 'DAILY', expiration: end });
  await spend(AMOUNT);
  await spendLater(1_000_000, DAY + 1);
  const late = await use(1_000_000);
  await pass(end - await pass(0));

  assertRefused(await use(1_000_000), 410, 'limit_over');
  const refused = await client.ask(
    'POST', `${accountPath(account)}/submit`, { transaction: signed(late.json.transaction, alice), kms_payloads: [] });
  assert.ok(refused.status >= 400 && refused.status < 500, 'reserved before, and brought after it');
  const { over, remaining_amount: left, expiration } = await read();
  assert.deepEqual([over, left, expiration], ['expired', '0', end]);
  await land(client, account, await client.ok('DELETE', path), alice);
});

test('a ONE_TIME limit is single_use: what its use leaves is nobody\'s', async () => {
  const { account, alice, path, use, spend, read } = await limited({ period: 'ONE_TIME' });
  const fresh = await read();
  assert.deepEqual([fresh.enforced_by, fresh.single_use, fresh.chain_worst_case_per_year], ['ENGINE', true, String(AMOUNT)]);
  const dry = await client.ok('POST', `${path}/use?dry_run=true`, {
    amount: '1', destination: addressOf(alice), signer: addressOf(alice),
  });
  assert.equal(dry.verdict.outcome, 'allowed');

  await spend(1_000_000);
  assertRefused(await until(410, () => use(1_000_000)), 410, 'limit_over');
  const { over, remaining_amount: left } = await read();
  assert.deepEqual([over, left], ['used', '0']);
  await land(client, account, await client.ok('DELETE', path), alice);
});

test('two uses of a single use at once: one is reserved', async () => {
  const { use } = await limited({ period: 'ONE_TIME' });

  const replies = await Promise.all([use(1_000_000), use(1_000_000), use(1_000_000)]);

  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  replies.filter(({ status }) => status === 409).forEach((reply) => assertRefused(reply, 409, 'limit_use_open'));
});

test('a reserved use is signed by the engine for its own bytes alone', async () => {
  const { account, alice, use } = await limited({ period: 'YEARLY' });
  const [one, other] = [(await use(1_000_000)).json, (await use(1_000_001)).json];
  const foreign = Buffer.from(one.transaction, 'base64');
  const at = foreign.indexOf(Buffer.from('40420f0000000000', 'hex'));
  assert.ok(at > 0, 'the amount stands in the bytes');
  foreign.writeUInt32LE(2_000_000, at);

  assertRefused(
    await client.ask('POST', `${accountPath(account)}/submit`, { transaction: signed(foreign.toString('base64'), alice), kms_payloads: [] }),
    422, 'limit_not_reserved');
  assert.equal((await submit(client, account, signed(other.transaction, alice))).status, 'confirmed');
});

test('policy-signer: the admin makes the engine\'s votes necessary, and takes them out', async () => {
  const [alice, bob, admin] = people(3);
  const account = await openAccount(client, { persons: [alice, bob], threshold: 1, admin_address: addressOf(admin) });
  await fund(client, addressOf(admin));
  const path = `${accountPath(account)}/policy-signer`;
  const pay = () => client.ok('POST', '/api/v0/smart_account/transaction/prepare', {
    smart_account_address: account, fee_config: { currency: 'sol' }, transaction_signers: [addressOf(alice)],
    transaction: transfer(account, addressOf(bob), 1_000_000),
  });

  const built = await client.ok('POST', path);
  assert.deepEqual(built.required_signers, [addressOf(admin)]);
  assert.ok(names(unsigned(built)).every((name) => name.startsWith('multisig')), 'no vote');
  await land(client, account, built, admin);
  const { policy_signers: engines, threshold } = await readAccount(client, account);
  assert.deepEqual([engines.length, threshold], [2, 3], 'of two voters who decided alone');
  const paid = await pay();
  assert.deepEqual(paid.required_signers, [addressOf(alice)]);
  await land(client, account, paid, alice);

  await land(client, account, await client.ok('DELETE', path), admin);
  const after = await readAccount(client, account);
  assert.deepEqual([after.policy_signers, after.threshold], [[], 1]);
  await land(client, account, await pay(), alice);
  assertRefused(await client.ask('DELETE', path), 422, 'policy_signer_absent');
});

test('policy-signer: refused for an account that nobody outside could free', async () => {
  const [alice] = people(1);
  const account = await openAccount(client, { persons: [alice], threshold: 1 });

  assertRefused(await client.ask('POST', `${accountPath(account)}/policy-signer`), 422, 'no_admin');
});
