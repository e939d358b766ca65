// Transaction filters and allowlists, changed by intents that are made and signed in JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, Client, keys } from '../lib/http.mjs';
import { accountPath, addressOf, fund, land, openAccount, people, readAccount, signed, SOL_TOKEN, transfer } from '../lib/custody.mjs';
import { ruleChange } from '../lib/intent.mjs';

const acme = new Client(keys.acme);
const PREPARE = '/api/v0/smart_account/transaction/prepare';

const put = async (path, fields, ...by) => acme.ask('PUT', path, await ruleChange(acme, 'mainnet', path, fields, ...by));

async function account() {
  const [alice, bob, shop, thief] = people(4);
  const address = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  await Promise.all([shop, thief].map((person) => fund(acme, addressOf(person))));
  const path = accountPath(address);
  const paying = (person, lamports = 1_000_000) => ({
    smart_account_address: address, transaction: transfer(address, addressOf(person), lamports),
    fee_config: { currency: 'sol' }, transaction_signers: [addressOf(alice), addressOf(bob)],
  });
  return {
    alice, bob, shop, thief, address, path, paying,
    filter: (fields, ...by) => put(`${path}/transaction-filters`, fields, ...by),
    list: (allowlists, ...by) => put(`${path}/allowlists`, { allowlists }, ...by),
  };
}

/** That building it and asking whether it may be built are refused by these rules alone. */
async function assertVetoed(body, ...rules) {
  const refused = await acme.ask('POST', PREPARE, body);
  assertRefused(refused, 422, 'policy_veto');
  assert.deepEqual(refused.json.details.map(({ message }) => rules.find((rule) => message.includes(rule))).sort(), [...rules].sort(), refused.text);
  const dry = await acme.ok('POST', `${PREPARE}?dry_run=true`, body);
  assert.deepEqual([dry.verdict.outcome, dry.verdict.code], ['refused', 'policy_veto']);
}

test('an allowlist of destinations: who is not on it gets nothing, built before or after', async () => {
  const { alice, bob, shop, thief, address, path, paying, list } = await account();
  const early = await acme.ok('POST', PREPARE, paying(thief));
  const friends = [{ id: 'friends', kind: 'DESTINATION', addresses: [addressOf(shop)] }];

  assert.equal((await list(friends, alice, bob)).status, 200);
  await assertVetoed(paying(thief), 'friends');
  assertRefused(
    await acme.ask('POST', `${path}/submit`, { transaction: signed(early.transaction, alice, bob), kms_payloads: [] }), 422, 'policy_veto');
  await land(acme, address, await acme.ok('POST', PREPARE, paying(shop)), alice, bob);
  const { policies } = await readAccount(acme, address);
  assert.deepEqual(policies.allowlists, [{ ...friends[0], enforced_by: 'ENGINE' }]);
});

test('filters: a bound on the amount, and a DENY beside it', async () => {
  const { alice, bob, shop, thief, path, paying, filter } = await account();
  const rules = [
    { id: 'small', effect: 'ALLOW', program: SOL_TOKEN, instruction: 'transfer', max_amount: '2000000', mint: SOL_TOKEN },
    { id: 'not-him', effect: 'DENY', program: SOL_TOKEN, accounts: { destination: [addressOf(thief)] } },
  ];
  const changed = await filter({ default_effect: 'DENY', transaction_filters: rules }, bob, alice);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    await acme.ok('GET', `${path}/transaction-filters`),
    { version: 1, default_effect: 'DENY', enforced_by: 'ENGINE', transaction_filters: rules });

  await acme.ok('POST', PREPARE, paying(shop, 2_000_000));
  await assertVetoed(paying(shop, 2_000_001), 'default');
  await assertVetoed(paying(thief), 'not-him');
});

test('rules are changed by the threshold, over the version that stands, by one intent once', async () => {
  const { alice, bob, path, filter, list } = await account();
  const none = { default_effect: 'ALLOW', transaction_filters: [] };

  assertRefused(await filter(none, alice), 422, 'intent_not_authorized');
  assertRefused(await filter(none, alice, people(1)[0]), 422, 'intent_not_authorized');
  const body = await ruleChange(acme, 'mainnet', `${path}/allowlists`, { allowlists: [] }, alice, bob);
  assert.equal((await acme.ask('PUT', `${path}/allowlists`, body)).status, 200);
  assertRefused(await acme.ask('PUT', `${path}/allowlists`, body), 409, 'intent_spent');
  const moved = structuredClone(body);
  moved.expected_version = 1;
  assertRefused(await acme.ask('PUT', `${path}/allowlists`, moved), 422, 'intent_mismatch');
  moved.intent.content.expected_version = 1;
  assertRefused(await acme.ask('PUT', `${path}/allowlists`, moved), 422, 'signature_invalid');
  assertRefused(await new Client(keys.rival).ask('PUT', `${path}/allowlists`, body), 404, 'unknown_account');
  assert.equal((await list([], alice, bob)).json.version, 2);
});
