// A server that is killed in the middle of a run of submissions, and started again on the same data.
//
// The simulated chain forgets everything with its process, so that after the restart nothing that was not confirmed before can land any
// more. What the server itself keeps is on disk, and that is what is looked at: it forgets nothing that it acknowledged, says of
// everything how it ended, and takes nothing for new that it knows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from '../lib/http.mjs';
import {
  accountPath, addressOf, lamportsOf, land, openAccount, people, settled, signed, signer, SOL_TOKEN,
} from '../lib/custody.mjs';
import { mandate, start } from '../lib/server.mjs';

const TOKEN = 'a-key-for-the-restart-test';
const BATCH = 60;
const AT_ONCE = 12;

const folder = mkdtempSync(join(tmpdir(), 'mandate-restart-'));
let server;
const serve = async () => {
  server = await start(folder, 'restart', '--bootstrap-api-key', TOKEN);
  return new Client(TOKEN, { url: server.url });
};
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const [alice, bob, spender] = people(3);
/** What was there before the kill. */
const known = {};

/** Runs `work` on every item, so many at once; a failure ends its own item alone, with `undefined`. */
async function eachOf(items, work) {
  const left = [...items.entries()];
  const done = [];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      done[next[0]] = await work(next[1], next[0]).catch(() => undefined);
    }
  }));
  return done;
}

/** How often each word stands there. */
const counted = (words) => [...new Set(words)].map((word) => `${word} (${words.filter((one) => one === word).length})`).join(', ');

/** Signed uses of the limit, each of another amount and so another transaction. */
async function uses(client, from, count) {
  const amounts = Array.from({ length: count }, (_, i) => from + i);
  const made = await eachOf(amounts, async (amount) => {
    const built = await client.ok('POST', `${accountPath(known.account)}/spending-limits/${known.limit}/use`, {
      amount: String(amount), destination: known.receiver, signer: addressOf(spender),
    });
    return { amount, transaction: signed(built.transaction, spender) };
  });
  assert.ok(made.every((use) => use !== undefined), 'all of them are built');
  return made;
}

const submit = (client, { transaction }) => client.ok('POST', `${accountPath(known.account)}/submit`, { transaction, kms_payloads: [] });

before(async () => {
  const client = await serve();
  known.account = await openAccount(client, { persons: [alice, bob], threshold: 2 });
  known.receiver = await openAccount(client, { persons: [spender], threshold: 1 });
  const made = await client.ok('POST', `${accountPath(known.account)}/spending-limits`, {
    amount: '1000000000', token_address: SOL_TOKEN, period: 'DAILY', spending_limit_signers: [addressOf(spender)],
  });
  await land(client, known.account, made, alice, bob);
  known.limit = made.spending_limit_address;
  known.order = { smart_account_signers: [signer(bob)], threshold: 1 };
  known.ordered = await client.ok('POST', '/api/v1/smart-accounts', known.order, { 'x-idempotency-key': 'before-the-kill' });
  known.accounts = (await client.ok('GET', '/api/v1/smart-accounts?limit=100')).items;
});

test('what is submitted twice at once happens once', async () => {
  const client = new Client(TOKEN, { url: server.url });
  const batch = await uses(client, 1_000, BATCH);
  const balance = await lamportsOf(client, known.receiver);

  const taken = await Promise.all(batch.flatMap((use) => [submit(client, use), submit(client, use)]));
  known.confirmed = await Promise.all(taken.map((one) => settled(client, one.submission_id)));

  assert.equal(new Set(taken.map((one) => one.submission_id)).size, BATCH);
  assert.ok(known.confirmed.every((one) => one.status === 'confirmed'), JSON.stringify(known.confirmed.find((one) => one.status !== 'confirmed')));
  assert.equal(await lamportsOf(client, known.receiver) - balance, batch.reduce((sum, use) => sum + BigInt(use.amount), 0n));
});

test('a kill in the middle loses nothing that was acknowledged, and nothing is taken for new afterwards', async (t) => {
  let client = new Client(TOKEN, { url: server.url });
  const batch = await uses(client, 10_000, BATCH);
  let acknowledged = 0;
  let killed;
  const taken = await eachOf(batch, async (use) => {
    const one = await submit(client, use);
    acknowledged += 1;
    if (acknowledged === BATCH / 3) {
      killed = server.stop('SIGKILL');
    }
    return one;
  });
  await killed;
  const lost = batch.filter((_, i) => taken[i] === undefined);
  t.diagnostic(`${acknowledged} of ${BATCH} were acknowledged before the kill`);
  assert.ok(lost.length > 0, 'the kill came in the middle');

  client = await serve();
  const back = await Promise.all(taken.filter((one) => one !== undefined).map((one) => client.ok('GET', `/api/v1/submissions/${one.submission_id}`)));
  for (const [i, before] of taken.filter((one) => one !== undefined).entries()) {
    assert.deepEqual(
      [back[i].transaction_signature, back[i].smart_account_address], [before.transaction_signature, before.smart_account_address]);
    if (before.status === 'confirmed') {
      assert.deepEqual(back[i], before);
    }
  }

  // Handed in again, each is the submission that it was; what nobody acknowledged may have been on record too.
  const again = await Promise.all(batch.map((use) => client.ask('POST', `${accountPath(known.account)}/submit`, { transaction: use.transaction, kms_payloads: [] })));
  for (const [i, reply] of again.entries()) {
    if (taken[i] !== undefined) {
      assert.equal(reply.json.submission_id, taken[i].submission_id, reply.text);
    }
  }
  t.diagnostic(`handed in again they are ${counted(again.map((reply) => reply.json.status ?? reply.json.code))}`);

  // The new chain's blocks pass, until what is still open can't land any more.
  await client.ok('POST', '/api/v1/simulated/advance', { seconds: 600 });
  const ids = new Set(again.filter((reply) => reply.json.submission_id !== undefined).map((reply) => reply.json.submission_id));
  const ended = await Promise.all([...ids].map((id) => settled(client, id)));
  t.diagnostic(`in the end they are ${counted(ended.map((one) => one.status))}`);
  for (const one of ended) {
    assert.ok(['confirmed', 'expired'].includes(one.status) || one.error?.code !== undefined, JSON.stringify(one));
  }
  const earlier = await Promise.all(known.confirmed.map((one) => client.ok('GET', `/api/v1/submissions/${one.submission_id}`)));
  assert.deepEqual(earlier, known.confirmed);
});

test('the log of what was decided is whole', async () => {
  assert.match(await mandate(folder, 'verify-log'), /nothing was edited, removed, inserted or reordered$/);
});

test('accounts are held, orders are answered and keys are good as before', async () => {
  const client = new Client(TOKEN, { url: server.url });

  assert.deepEqual((await client.ok('GET', '/api/v1/smart-accounts?limit=100')).items, known.accounts);
  const again = await client.ok('POST', '/api/v1/smart-accounts', known.order, { 'x-idempotency-key': 'before-the-kill' });
  assert.equal(again.smart_account_address, known.ordered.smart_account_address);
  assert.equal((await client.ask('POST', '/api/v1/smart-accounts', { ...known.order, memo: 'x' }, { 'x-idempotency-key': 'before-the-kill' })).status, 409);
});
