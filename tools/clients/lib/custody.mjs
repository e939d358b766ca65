// What the tests do with accounts, again and again: people, money, accounts, signing, submitting.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';

export const SOL_TOKEN = '11111111111111111111111111111111';
export const LAMPORTS_PER_SOL = 1_000_000_000;
export const ALL = ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'];

/** New people, whose keys nobody else has. */
export const people = (count) => Array.from({ length: count }, () => Keypair.generate());
export const addressOf = (person) => person.publicKey.toBase58();
export const addressesOf = (...persons) => persons.map(addressOf);
export const signer = (person, permissions = ALL) => ({ address: addressOf(person), permissions });

/** Gives lamports to an address, as only a simulated chain does. */
export function fund(client, address, lamports = 5 * LAMPORTS_PER_SOL) {
  return client.ok('POST', '/api/v1/simulated/fund', { address, lamports: String(lamports) });
}

/** The address of a new account that stands on the chain, with money for it and for its signers. */
export async function openAccount(client, { persons, threshold, ...terms }) {
  const made = await client.ok('POST', '/api/v1/smart-accounts', {
    smart_account_signers: persons.map((person) => signer(person)), threshold, ...terms,
  });
  assert.equal(made.status, 'created');
  await Promise.all([made.smart_account_address, ...addressesOf(...persons)].map((address) => fund(client, address)));
  return made.smart_account_address;
}

export const accountPath = (account) => `/api/v1/smart-accounts/${account}`;
export const readAccount = (client, account) => client.ok('GET', accountPath(account));

/** The lamports of one of the tenant's accounts. */
export async function lamportsOf(client, account) {
  const { balances } = await client.ok('GET', `${accountPath(account)}?balances=true`);
  return BigInt(balances.find((balance) => balance.token_address === SOL_TOKEN).amount);
}

/** What a client hands in to have the account send lamports: only the instruction counts. */
export function transfer(account, receiver, lamports, kind = 'v0') {
  const [payerKey, toPubkey] = [account, receiver].map((address) => new PublicKey(address));
  const instruction = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports });
  const message = new TransactionMessage({ payerKey, recentBlockhash: SOL_TOKEN, instructions: [instruction] });
  const compiled = kind === 'v0' ? message.compileToV0Message() : message.compileToLegacyMessage();
  return Buffer.from(new VersionedTransaction(compiled).serialize()).toString('base64');
}

/** The transaction with the signatures of these people added. */
export function signed(transaction, ...persons) {
  const decoded = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  decoded.sign(persons);
  return Buffer.from(decoded.serialize()).toString('base64');
}

/** The same by the class that clients used before there were versions. */
export function signedAsLegacy(transaction, ...persons) {
  const decoded = Transaction.from(Buffer.from(transaction, 'base64'));
  decoded.partialSign(...persons);
  return decoded.serialize().toString('base64');
}

const OVER = ['confirmed', 'failed', 'expired'];

/** A submission once it is over. */
export async function settled(client, id) {
  for (let look = 0; look < 1200; look++) {
    const submission = await client.ok('GET', `/api/v1/submissions/${id}`);
    if (OVER.includes(submission.status)) {
      return submission;
    }
    await sleep(50);
  }
  throw new Error(`the submission ${id} is not over`);
}

/** Submits a signed transaction; how it ended. */
export async function submit(client, account, transaction, kmsPayloads = [], query = '') {
  const taken = await client.ok('POST', `${accountPath(account)}/submit${query}`, { transaction, kms_payloads: kmsPayloads });
  return settled(client, taken.submission_id);
}

/** Signs what a builder answered, submits it with its warnings acknowledged, and sees that it was confirmed. */
export async function land(client, account, built, ...persons) {
  const acknowledged = (built.warnings ?? []).map(({ code }) => `acknowledge=${code}`).join('&');
  const submission = await submit(client, account, signed(built.transaction, ...persons), [], acknowledged && `?${acknowledged}`);
  assert.equal(submission.status, 'confirmed', JSON.stringify(submission));
  return submission;
}

/** The same with what may be several transactions, one after the other, each signed by those of the people who have to. */
export async function landAll(client, account, built, ...persons) {
  for (const step of built.transactions ?? [built]) {
    await land(client, account, step, ...persons.filter((person) => step.required_signers.includes(addressOf(person))));
  }
}
