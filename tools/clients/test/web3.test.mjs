// What the server builds, decoded and signed with @solana/web3.js and read with @sqds/multisig, which know nothing of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AddressLookupTableAccount, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction,
} from '@solana/web3.js';
import { assertRefused, Client, keys } from '../lib/http.mjs';
import {
  accountPath, addressesOf, addressOf, ALL, fund, lamportsOf, land, openAccount, people, readAccount, signed, signedAsLegacy, signer,
  SOL_TOKEN, submit, transfer,
} from '../lib/custody.mjs';
import { assertProposesTransfer, names, unsigned } from '../lib/squads.mjs';

const acme = new Client(keys.acme);
const BUILDERS = '/api/v0/smart_account/transaction';
const U64_MAX = '18446744073709551615';

/** The fields that every builder of the v0 paths takes. */
const builder = (account, ...persons) => ({
  smart_account_address: account,
  fee_config: { currency: 'sol', payer_address: addressOf(persons[0]) },
  transaction_signers: addressesOf(...persons),
});
const AT_ONCE = ['configTransactionCreate', 'proposalCreate', 'proposalApprove', 'proposalApprove', 'configTransactionExecute'];
const signersOf = async (account) => (await readAccount(acme, account)).smart_account_signers.map((one) => one.address).sort();

async function twoOfTwo() {
  const [alice, bob] = people(2);
  return { alice, bob, account: await openAccount(acme, { persons: [alice, bob], threshold: 2 }) };
}

/** Another account, whose balance can be read. */
const someReceiver = () => openAccount(acme, { persons: people(1), threshold: 1 });

test('PATCH: the whole of what is wanted is one change, signed by those there were', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const [carol] = people(1);

  const built = await acme.ok('PATCH', accountPath(account), {
    smart_account_signers: [signer(alice), signer(carol, ['CAN_VOTE'])], threshold: 1, time_lock: 60,
  });
  assert.deepEqual(names(unsigned(built)), AT_ONCE);
  await land(acme, account, built, alice, bob);

  const read = await readAccount(acme, account);
  assert.deepEqual(await signersOf(account), addressesOf(alice, carol).sort());
  assert.deepEqual(read.smart_account_signers.find((one) => one.address === addressOf(carol)).permissions, ['CAN_VOTE']);
  assert.deepEqual([read.threshold, read.time_lock], [1, 60]);
});

test('PATCH by an admin: one signature, and nothing is put to a vote', async () => {
  const [alice, bob, admin] = people(3);
  const account = await openAccount(acme, { persons: [alice, bob], threshold: 2, admin_address: addressOf(admin) });
  await fund(acme, addressOf(admin));

  const built = await acme.ok('PATCH', `${accountPath(account)}?admin=true`, {
    threshold: 1, transaction_signers: [addressOf(admin)],
  });
  assert.deepEqual(built.required_signers, [addressOf(admin)]);
  assert.deepEqual(names(unsigned(built)), ['multisigChangeThreshold']);
  await land(acme, account, built, admin);

  assert.equal((await readAccount(acme, account)).threshold, 1);
});

test('POST spending-limits, use, PATCH, DELETE: exact to the last unit of 64 bits', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const [spender] = people(1);
  const [receiver] = [await someReceiver(), await fund(acme, addressOf(spender))];
  const limits = async () => (await acme.ok('GET', `${accountPath(account)}/spending-limits`)).items;

  const made = await acme.ok('POST', `${accountPath(account)}/spending-limits`, {
    amount: U64_MAX, token_address: SOL_TOKEN, period: 'MONTHLY', spending_limit_signers: [addressOf(spender)], destinations: [receiver],
  });
  assert.deepEqual(names(unsigned(made)), AT_ONCE);
  await land(acme, account, made, alice, bob);
  assert.deepEqual((await limits()).map((limit) => [limit.spending_limit_address, limit.amount]), [[made.spending_limit_address, U64_MAX]]);

  const before = await lamportsOf(acme, receiver);
  const use = await acme.ok('POST', `${accountPath(account)}/spending-limits/${made.spending_limit_address}/use`, {
    amount: '1000001', destination: receiver, signer: addressOf(spender),
  });
  assert.deepEqual(use.required_signers, [addressOf(spender)]);
  assert.deepEqual(names(unsigned(use)), ['spendingLimitUse']);
  await land(acme, account, use, spender);
  assert.equal(await lamportsOf(acme, receiver), before + 1_000_001n);
  assert.equal((await limits())[0].remaining_amount, String(BigInt(U64_MAX) - 1_000_001n));

  const replaced = await acme.ok('PATCH', `${accountPath(account)}/spending-limits/${made.spending_limit_address}`, { amount: '5', period: 'DAILY' });
  assert.deepEqual(names(unsigned(replaced)), AT_ONCE);
  await land(acme, account, replaced, alice, bob);
  const [after] = await limits();
  assert.deepEqual([after.amount, after.period, after.destinations], ['5', 'DAILY', [receiver]]);

  const removed = await acme.ok('DELETE', `${accountPath(account)}/spending-limits/${after.spending_limit_address}`);
  unsigned(removed);
  await land(acme, account, removed, alice, bob);
  assert.deepEqual(await limits(), []);
});

test('the builders for signers, threshold and limits each make the change they are named for', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const [carol] = people(1);
  const change = async (path, fields) => {
    const built = await acme.ok('POST', `${BUILDERS}/${path}`, { ...builder(account, alice, bob), ...fields });
    assert.deepEqual(names(unsigned(built)), AT_ONCE);
    await land(acme, account, built, alice, bob);
    return built;
  };

  await change('signers/add', { smart_account_signers: [signer(carol)] });
  assert.deepEqual(await signersOf(account), addressesOf(alice, bob, carol).sort());
  await change('signers/remove', { signer_address: addressOf(carol) });
  assert.deepEqual(await signersOf(account), addressesOf(alice, bob).sort());
  const { spending_limit_address: limit } = await change('spending_limit/create', {
    amount: '70', token_address: SOL_TOKEN, period: 'WEEK', spending_limit_signers: [addressOf(alice)], destinations: [],
  });
  assert.equal((await acme.ok('GET', `${accountPath(account)}/spending-limits/${limit}`)).period, 'WEEKLY');
  await change('threshold/update', { threshold: 1 });
  assert.equal((await readAccount(acme, account)).threshold, 1);
});

test('create: the service signs and pays, and nothing is left to sign', async () => {
  const [alice] = people(1);

  const made = await acme.ok('POST', `${BUILDERS}/create`, { smart_account_signers: [signer(alice)], threshold: 1 });

  assert.equal(made.transaction, undefined);
  assert.equal(PublicKey.isOnCurve(new PublicKey(made.smart_account_address)), false);
  assert.deepEqual(await signersOf(made.smart_account_address), [addressOf(alice)]);
});

for (const kind of ['v0', 'legacy']) {
  test(`prepare: a ${kind} message's transfer of SOL is what people sign, and what happens`, async () => {
    const { alice, bob, account } = await twoOfTwo();
    const receiver = await someReceiver();
    const [from, to] = [await lamportsOf(acme, account), await lamportsOf(acme, receiver)];

    const built = await acme.ok('POST', `${BUILDERS}/prepare`, {
      ...builder(account, alice, bob), transaction: transfer(account, receiver, 123_456_789, kind),
    });
    const transaction = unsigned(built);
    assert.deepEqual(names(transaction), ['vaultTransactionCreate', 'proposalCreate', 'proposalApprove', 'proposalApprove', 'vaultTransactionExecute']);
    assertProposesTransfer(transaction, account, receiver, 123_456_789);
    assert.equal(built.simulation.ok, true);
    await land(acme, account, built, alice, bob);

    assert.equal(await lamportsOf(acme, receiver), to + 123_456_789n);
    assert.equal(await lamportsOf(acme, account), from - 123_456_789n);
  });
}

test('prepare: a lookup table that is not on the chain is named, and nothing is built', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const [receiver, table, authority] = people(3).map((person) => person.publicKey);
  const payerKey = new PublicKey(account);
  const lookup = new AddressLookupTableAccount({
    key: table,
    state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, authority, addresses: [receiver] },
  });
  const message = new TransactionMessage({
    payerKey, recentBlockhash: SOL_TOKEN, instructions: [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: receiver, lamports: 1 })],
  }).compileToV0Message([lookup]);
  assert.equal(message.addressTableLookups.length, 1);

  const refused = await acme.ask('POST', `${BUILDERS}/prepare`, {
    ...builder(account, alice, bob), transaction: Buffer.from(new VersionedTransaction(message).serialize()).toString('base64'),
  });

  assertRefused(refused, 404, 'table_missing');
  assert.match(refused.json.message, new RegExp(table.toBase58()));
});

test('clients from before there were versions sign too', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const built = await acme.ok('POST', `${BUILDERS}/threshold/update`, { ...builder(account, alice, bob), threshold: 1 });

  const decoded = Transaction.from(Buffer.from(built.transaction, 'base64'));
  assert.equal(decoded.feePayer.toBase58(), addressOf(alice));
  const submission = await submit(acme, account, signedAsLegacy(built.transaction, alice, bob));

  assert.equal(submission.status, 'confirmed');
});

test('signatures may come beside the transaction, in any order', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const built = await acme.ok('PATCH', accountPath(account), { threshold: 1 });
  const { staticAccountKeys } = unsigned(built).message;
  const payload = (person) => {
    const { signatures } = VersionedTransaction.deserialize(Buffer.from(signed(built.transaction, person), 'base64'));
    const own = signatures[staticAccountKeys.findIndex((key) => key.equals(person.publicKey))];
    return { provider: 'external', address: addressOf(person), signature: Buffer.from(own).toString('base64') };
  };

  const half = await acme.ask('POST', `${accountPath(account)}/submit`, { transaction: built.transaction, kms_payloads: [payload(bob)] });
  assertRefused(half, 422, 'signatures_missing');
  const submission = await submit(acme, account, built.transaction, [bob, alice].map(payload));

  assert.equal(submission.status, 'confirmed');
});

test('a signature over something else is refused before anything is sent', async () => {
  const { alice, bob, account } = await twoOfTwo();
  const built = await acme.ok('PATCH', accountPath(account), { threshold: 1 });
  const other = await acme.ok('PATCH', accountPath(account), { time_lock: 60 });
  const decoded = VersionedTransaction.deserialize(Buffer.from(signed(built.transaction, alice, bob), 'base64'));
  decoded.signatures = VersionedTransaction.deserialize(Buffer.from(signed(other.transaction, alice, bob), 'base64')).signatures;

  const refused = await acme.ask('POST', `${accountPath(account)}/submit`, {
    transaction: Buffer.from(decoded.serialize()).toString('base64'), kms_payloads: [],
  });

  assertRefused(refused, 422, 'signature_invalid');
  assert.equal((await readAccount(acme, account)).threshold, 2);
});

/** Three people of whom two decide, with what each of them does on their own. */
async function apart(terms = {}) {
  const [alice, bob, carol] = people(3);
  const account = await openAccount(acme, { persons: [alice, bob, carol], threshold: 2, ...terms });
  const at = `${accountPath(account)}/transactions`;
  const step = async (path, person, expected, fields = {}) => {
    const built = await acme.ok('POST', `${at}${path}`, { transaction_signers: [addressOf(person)], ...fields });
    assert.deepEqual(built.required_signers, [addressOf(person)]);
    const transaction = unsigned(built);
    assert.deepEqual(names(transaction), expected);
    await land(acme, account, built, person);
    return { built, transaction };
  };
  const status = async (index) => (await acme.ok('GET', `${at}/${index}`)).status;
  return { alice, bob, carol, account, at, step, status };
}

const PROPOSES = ['vaultTransactionCreate', 'proposalCreate'];

test('propose, approve, approve, execute, close: each signs alone, and the money moves at the last', async () => {
  const [collector] = people(1);
  const { alice, bob, carol, account, at, step, status } = await apart({ rent_collector: addressOf(collector) });
  const receiver = await someReceiver();
  const before = await lamportsOf(acme, receiver);

  const { built, transaction } = await step('', alice, PROPOSES, { transaction: transfer(account, receiver, 42) });
  assertProposesTransfer(transaction, account, receiver, 42);
  assert.equal(built.phase, 'awaiting_votes');
  const index = built.transaction_index;
  assert.equal(await status(index), 'proposed');
  const [program] = (await acme.ok('GET', `${at}/${index}`)).content.instructions;
  assert.equal(program.program, SystemProgram.programId.toBase58());

  await step(`/${index}/approve`, bob, ['proposalApprove']);
  assert.equal(await status(index), 'proposed');
  await step(`/${index}/approve`, carol, ['proposalApprove']);
  assert.equal(await status(index), 'approved');
  assert.equal(await lamportsOf(acme, receiver), before);

  await step(`/${index}/execute`, alice, ['vaultTransactionExecute']);
  assert.equal(await status(index), 'executed');
  assert.equal(await lamportsOf(acme, receiver), before + 42n);

  await step(`/${index}/close`, bob, ['vaultTransactionAccountsClose']);
  assertRefused(await acme.ask('GET', `${at}/${index}`), 404, 'unknown_transaction');
});

test('what two reject is rejected, and what two approved two can cancel', async () => {
  const { alice, bob, carol, account, step, status } = await apart();
  const content = { transaction: transfer(account, addressOf(alice), 42) };

  const first = (await step('', alice, PROPOSES, content)).built.transaction_index;
  await step(`/${first}/reject`, bob, ['proposalReject']);
  await step(`/${first}/reject`, carol, ['proposalReject']);
  assert.equal(await status(first), 'rejected');

  const second = (await step('', carol, PROPOSES, content)).built.transaction_index;
  await step(`/${second}/approve`, alice, ['proposalApprove']);
  await step(`/${second}/approve`, bob, ['proposalApprove']);
  await step(`/${second}/cancel`, alice, ['proposalCancelV2']);
  await step(`/${second}/cancel`, carol, ['proposalCancelV2']);
  assert.equal(await status(second), 'cancelled');
});

test('settings are proposed, voted on and executed apart as well', async () => {
  const { alice, bob, carol, account, step } = await apart();

  const { built } = await step('', alice, ['configTransactionCreate', 'proposalCreate'], { settings: { threshold: 3 } });
  const index = built.transaction_index;
  await step(`/${index}/approve`, bob, ['proposalApprove']);
  await step(`/${index}/approve`, carol, ['proposalApprove']);
  await step(`/${index}/execute`, alice, ['configTransactionExecute']);

  assert.equal((await readAccount(acme, account)).threshold, 3);
});

test('with a time lock the money waits, and who is early is told until when', async () => {
  const { alice, bob, account } = await twoOfTwo();
  await land(acme, account, await acme.ok('PATCH', accountPath(account), { time_lock: 3600 }), alice, bob);

  const built = await acme.ok('POST', `${BUILDERS}/prepare`, { ...builder(account, alice, bob), transaction: transfer(account, addressOf(bob), 42) });
  assert.deepEqual(names(unsigned(built)), [...PROPOSES, 'proposalApprove', 'proposalApprove']);
  assert.equal(built.phase, 'awaiting_time_lock');
  await land(acme, account, built, alice, bob);

  const early = await acme.ask('POST', `${accountPath(account)}/transactions/${built.transaction_index}/execute`, {});
  assertRefused(early, 409, 'time_locked');
});

test('an account imported from the chain is read and built for as one that was made here', async () => {
  const [alice] = people(1);
  const made = await acme.ok('POST', '/api/v1/smart-accounts', { smart_account_signers: [signer(alice, ALL)], threshold: 1 });
  const rival = new Client(keys.rival);

  const joined = await rival.ok('POST', '/api/v1/smart-accounts/import', { multisig_address: made.multisig_address });
  assert.equal(joined.smart_account_address, made.smart_account_address);
  const built = await rival.ok('PATCH', accountPath(made.smart_account_address), { time_lock: 60 });

  unsigned(built);
});
