// What one transaction of 1,232 bytes does not hold comes as several, which @solana/web3.js reads, signs and brings to the chain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AddressLookupTableProgram, PublicKey, SystemProgram, TransactionInstruction, TransactionMessage, VersionedTransaction,
} from '@solana/web3.js';
import { assertRefused, Client, keys } from '../lib/http.mjs';
import { accountPath, addressesOf, addressOf, land, landAll, lamportsOf, openAccount, people, signed, SOL_TOKEN, transfer } from '../lib/custody.mjs';
import { names, unsigned } from '../lib/squads.mjs';

const acme = new Client(keys.acme);
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const prepare = (account, payer, persons, transaction) => acme.ok('POST', '/api/v0/smart_account/transaction/prepare?several=true', {
  smart_account_address: account,
  fee_config: { currency: 'sol', payer_address: addressOf(payer) },
  transaction_signers: addressesOf(...persons),
  transaction,
});
const steps = (built) => built.transactions.map((one) => one.step);
const stateOf = async (account, index) => (await acme.ok('GET', `${accountPath(account)}/transactions/${index}`)).status;

/** What a client hands in: only the instructions count. */
function draft(account, ...instructions) {
  const message = new TransactionMessage({ payerKey: new PublicKey(account), recentBlockhash: SOL_TOKEN, instructions });
  return Buffer.from(new VersionedTransaction(message.compileToLegacyMessage()).serialize()).toString('base64');
}

const memo = (account, length) => new TransactionInstruction({
  programId: MEMO, keys: [{ pubkey: new PublicKey(account), isSigner: true, isWritable: false }], data: Buffer.alloc(length, 'm'),
});

test('a message too large for one transaction goes through a buffer', async () => {
  const [alice, bob] = people(2);
  const account = await openAccount(acme, { persons: [alice, bob], threshold: 2 });

  const built = await prepare(account, alice, [alice, bob], draft(account, memo(account, 1_044)));
  assert.deepEqual(steps(built), ['buffer_create', 'buffer_extend', 'propose', 'approve', 'execute']);
  assert.equal(built.transaction, built.transactions[0].transaction);
  assert.deepEqual(built.transactions.map((one) => names(unsigned(one))), [
    ['transactionBufferCreate'],
    ['transactionBufferExtend'],
    ['vaultTransactionCreateFromBuffer', 'proposalCreate'],
    ['proposalApprove', 'proposalApprove'],
    ['vaultTransactionExecute'],
  ]);
  await landAll(acme, account, built, alice, bob);

  assert.equal(await stateOf(account, built.transaction_index), 'executed');
});

test('built again after a part of it has landed, it goes on from there', async () => {
  const [alice, bob] = people(2);
  const account = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  const ask = () => prepare(account, alice, [alice, bob], draft(account, memo(account, 1_044)));

  await land(acme, account, (await ask()).transactions[0], alice);
  const again = await ask();
  assert.deepEqual(steps(again), ['buffer_extend', 'propose', 'approve', 'execute']);
  await landAll(acme, account, again, alice, bob);

  assert.equal(await stateOf(account, again.transaction_index), 'executed');
});

test('a vote is not taken before what it is for: another proposal may be faster', async () => {
  const [alice, bob] = people(2);
  const account = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  const built = await prepare(account, alice, [alice, bob], draft(account, memo(account, 1_044)));
  const votes = built.transactions.find((one) => one.step === 'approve');

  const reply = await acme.ask(
    'POST', `${accountPath(account)}/submit`, { transaction: signed(votes.transaction, alice, bob), kms_payloads: [] });

  assertRefused(reply, 409, 'not_proposed_yet');
});

test('twenty people approve in batches', async () => {
  const persons = people(20);
  const account = await openAccount(acme, { persons, threshold: 20 });
  const receiver = await openAccount(acme, { persons: people(1), threshold: 1 });
  const before = await lamportsOf(acme, receiver);

  const built = await prepare(account, persons[0], persons, transfer(account, receiver, 1_000_000));
  assert.equal(steps(built)[0], 'propose');
  assert.ok(steps(built).filter((step) => step === 'approve').length > 1, steps(built).join());
  built.transactions.forEach(unsigned);
  await landAll(acme, account, built, ...persons);

  assert.equal(await lamportsOf(acme, receiver) - before, 1_000_000n);
});

test('an execution that names many accounts takes a lookup table, which its payer pays for', async () => {
  const [alice, bob] = people(2);
  const account = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  const receiver = await openAccount(acme, { persons: people(1), threshold: 1 });
  const before = await lamportsOf(acme, receiver);
  const instruction = SystemProgram.transfer({
    fromPubkey: new PublicKey(account), toPubkey: new PublicKey(receiver), lamports: 1_000_000,
  });
  people(28).forEach(({ publicKey }) => instruction.keys.push({ pubkey: publicKey, isSigner: false, isWritable: false }));

  const built = await prepare(account, alice, [alice, bob], draft(account, instruction));
  const create = built.transactions.find((one) => one.step === 'lookup_table_create');
  const decoded = VersionedTransaction.deserialize(Buffer.from(create.transaction, 'base64'));
  assert.deepEqual(decoded.message.staticAccountKeys.filter((key) => key.equals(AddressLookupTableProgram.programId)).length, 1);
  assert.deepEqual(create.required_signers, [addressOf(alice)]);
  assert.equal(create.fee.rent.accounts[0].kind, 'lookup_table');
  const execute = VersionedTransaction.deserialize(
    Buffer.from(built.transactions.find((one) => one.step === 'execute').transaction, 'base64'));
  assert.equal(execute.message.addressTableLookups[0].accountKey.toBase58(), create.fee.rent.accounts[0].address);
  assert.equal(steps(built).at(-1), 'close');
  await landAll(acme, account, built, alice, bob);

  assert.equal(await lamportsOf(acme, receiver) - before, 1_000_000n);
});
