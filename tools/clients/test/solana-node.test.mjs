// A node of the simulated chain, before @solana/web3.js, @solana/spl-token and @solana/kit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createMint, getAccount, getOrCreateAssociatedTokenAccount, mintTo, transfer as transferTokens } from '@solana/spl-token';
import {
  Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, SendTransactionError, sendAndConfirmTransaction, SystemProgram, Transaction,
  TransactionMessage, VersionedTransaction,
} from '@solana/web3.js';
import {
  address, airdropFactory, appendTransactionMessageInstruction, assertIsTransactionWithBlockhashLifetime, createKeyPairSignerFromBytes,
  createSolanaRpc, createSolanaRpcSubscriptions, createTransactionMessage, generateKeyPairSigner, getSignatureFromTransaction, isSolanaError,
  lamports, pipe, sendAndConfirmTransactionFactory, setTransactionMessageFeePayerSigner, setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit';
import { startSolanaNode } from '../lib/server.mjs';

let node;
let connection;
before(async () => {
  node = await startSolanaNode();
  connection = new Connection(node.url, 'confirmed');
});
after(async () => {
  connection._rpcWebSocket.setAutoReconnect(false);
  connection._rpcWebSocket.close();
  await node.stop();
});

/** A call that no client has: control of the chain. */
async function control(method, ...params) {
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}

async function funded() {
  const payer = Keypair.generate();
  const signature = await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL);
  const latest = await connection.getLatestBlockhash();
  const { value } = await connection.confirmTransaction({ signature, ...latest });
  assert.equal(value.err, null);
  return payer;
}

const transferOf = (payer, to, amount) =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: amount }));

test('web3.js: airdrop, send, confirm by notice, read the transaction', async () => {
  const payer = await funded();
  const to = Keypair.generate().publicKey;

  const signature = await sendAndConfirmTransaction(connection, transferOf(payer, to, LAMPORTS_PER_SOL), [payer]);

  assert.equal(await connection.getBalance(to), LAMPORTS_PER_SOL);
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  assert.equal(landed.meta.fee, 5000);
  assert.deepEqual(landed.meta.postBalances.slice(0, 2), [9 * LAMPORTS_PER_SOL - 5000, LAMPORTS_PER_SOL]);
  assert.ok(landed.meta.logMessages.some((line) => line.includes('success')), landed.meta.logMessages);
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
  assert.ok(parsed.transaction.message.accountKeys[0].signer);
  assert.equal(parsed.transaction.message.instructions[0].parsed.info.lamports, LAMPORTS_PER_SOL);
  assert.deepEqual((await connection.getSignaturesForAddress(to)).map((one) => one.signature), [signature]);
  assert.equal((await connection.getSignatureStatus(signature)).value.confirmationStatus, 'finalized');
});

test('web3.js: a transaction of version 0, simulated with accounts and sent', async () => {
  const payer = await funded();
  const to = Keypair.generate().publicKey;
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5_000_000 })],
  }).compileToV0Message();
  assert.equal((await connection.getFeeForMessage(message)).value, 5000);
  const transaction = new VersionedTransaction(message);
  const { value } = await connection.simulateTransaction(
    transaction, { replaceRecentBlockhash: true, accounts: { encoding: 'base64', addresses: [to.toBase58()] } });
  assert.equal(value.err, null);
  assert.equal(value.accounts[0].lamports, 5_000_000);

  transaction.sign([payer]);
  const signature = await connection.sendTransaction(transaction);

  assert.equal((await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })).value.err, null);
  await assert.rejects(connection.getTransaction(signature), /Transaction version \(0\) is not supported/);
});

test('web3.js: a failed preflight has code, message and logs', async () => {
  const payer = await funded();
  const error = await connection.sendTransaction(transferOf(payer, payer.publicKey, 1).add(
    ...transferOf(payer, Keypair.generate().publicKey, 20 * LAMPORTS_PER_SOL).instructions), [payer]).catch((refusal) => refusal);

  assert.ok(error instanceof SendTransactionError);
  assert.match(error.message, /Error processing Instruction 1: custom program error: 0x1/);
  assert.ok(error.logs.length > 0);
});

test('web3.js: notices of accounts, logs, programs and slots', async () => {
  const payer = await funded();
  const to = Keypair.generate().publicKey;
  const heard = (subscribe) => new Promise((resolve) => { subscribe(resolve); });
  const notices = [
    heard((resolve) => connection.onAccountChange(to, (account) => resolve(account.lamports))),
    heard((resolve) => connection.onLogs(to, (logs) => resolve(logs.signature))),
    heard((resolve) => connection.onProgramAccountChange(SystemProgram.programId, (one) => { if (one.accountId.equals(to)) resolve('program'); })),
    heard((resolve) => connection.onSlotChange((slot) => resolve(slot.slot > 0))),
  ];
  await new Promise((resolve) => { setTimeout(resolve, 300); });

  const signature = await sendAndConfirmTransaction(connection, transferOf(payer, to, 7_000_000), [payer]);

  assert.deepEqual(await Promise.all(notices), [7_000_000, signature, 'program', true]);
});

test('spl-token: a mint, accounts, a transfer, and how they are read', async () => {
  const payer = await funded();
  const other = Keypair.generate();
  const mint = await createMint(connection, payer, payer.publicKey, null, 6);
  const mine = await getOrCreateAssociatedTokenAccount(connection, payer, mint, payer.publicKey);
  const theirs = await getOrCreateAssociatedTokenAccount(connection, payer, mint, other.publicKey);
  await mintTo(connection, payer, mint, mine.address, payer, 5_000_000);
  await transferTokens(connection, payer, mine.address, theirs.address, payer, 1_250_000);

  assert.equal((await getAccount(connection, theirs.address)).amount, 1_250_000n);
  assert.equal((await connection.getTokenAccountBalance(theirs.address)).value.uiAmountString, '1.25');
  assert.equal((await connection.getTokenSupply(mint)).value.amount, '5000000');
  const owned = await connection.getParsedTokenAccountsByOwner(other.publicKey, { mint });
  assert.equal(owned.value[0].account.data.parsed.info.tokenAmount.amount, '1250000');
  const [latest] = await connection.getSignaturesForAddress(theirs.address);
  const moved = await connection.getParsedTransaction(latest.signature);
  assert.equal(moved.transaction.message.instructions[0].parsed.info.amount, '1250000');
  const raw = await connection.getTokenAccountsByOwner(other.publicKey, { programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA') });
  assert.equal(raw.value.length, 1);
});

const signer = () => generateKeyPairSigner();

async function kit() {
  const rpc = createSolanaRpc(node.url);
  const rpcSubscriptions = createSolanaRpcSubscriptions(node.notices);
  const payer = await signer();
  await airdropFactory({ rpc, rpcSubscriptions })({
    commitment: 'confirmed', lamports: lamports(10_000_000_000n), recipientAddress: payer.address,
  });
  return { rpc, rpcSubscriptions, payer };
}

/** A transfer of the system program, written by hand. */
function kitTransfer(payer, to, amount) {
  const data = new Uint8Array(12);
  new DataView(data.buffer).setUint32(0, 2, true);
  new DataView(data.buffer).setBigUint64(4, amount, true);
  return {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [{ address: payer.address, role: 3, signer: payer }, { address: to, role: 1 }],
    data,
  };
}

async function signedTransfer({ rpc, payer }, to, amount) {
  const { value: latest } = await rpc.getLatestBlockhash().send();
  return signTransactionMessageWithSigners(pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
    (message) => appendTransactionMessageInstruction(kitTransfer(payer, to, amount), message),
  ));
}

test('kit: airdrop, send and confirm by notices, read', async () => {
  const client = await kit();
  const to = (await signer()).address;
  const transaction = await signedTransfer(client, to, 1_000_000_000n);
  assertIsTransactionWithBlockhashLifetime(transaction);

  await sendAndConfirmTransactionFactory(client)(transaction, { commitment: 'confirmed' });

  const { rpc } = client;
  assert.equal((await rpc.getBalance(to).send()).value, 1_000_000_000n);
  const landed = await rpc.getTransaction(getSignatureFromTransaction(transaction), { encoding: 'json', maxSupportedTransactionVersion: 0 }).send();
  assert.equal(landed.meta.fee, 5000n);
  assert.equal(Number(landed.version), 0);
  const { value } = await rpc.getMultipleAccounts([to, (await signer()).address], { encoding: 'base64' }).send();
  assert.deepEqual([value[0].lamports, value[1]], [1_000_000_000n, null]);
  assert.equal((await rpc.getSignaturesForAddress(to, { limit: 5 }).send()).length, 1);
});

test('kit: a failed preflight is an error with its code', async () => {
  const client = await kit();
  const transaction = await signedTransfer(client, (await signer()).address, 20_000_000_000n);
  assertIsTransactionWithBlockhashLifetime(transaction);

  const error = await sendAndConfirmTransactionFactory(client)(transaction, { commitment: 'confirmed' }).catch((refusal) => refusal);

  assert.ok(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE), error);
  assert.ok(error.context.logs.length > 0);
});

test('kit: a notice of an account', async () => {
  const { rpc, rpcSubscriptions } = await kit();
  const to = (await signer()).address;
  const abort = new AbortController();
  const notices = await rpcSubscriptions.accountNotifications(to, { commitment: 'confirmed', encoding: 'base64' }).subscribe({ abortSignal: abort.signal });
  await rpc.requestAirdrop(to, lamports(5n)).send();
  for await (const notice of notices) {
    assert.equal(notice.value.lamports, 5n);
    break;
  }
  abort.abort();
});

// The last one: web3.js keeps a blockhash for half a minute.
test('web3.js: a blockhash expires once its time has passed', async () => {
  const payer = await funded();
  const transaction = transferOf(payer, Keypair.generate().publicKey, LAMPORTS_PER_SOL);
  transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
  transaction.feePayer = payer.publicKey;
  transaction.sign(payer);
  await control('testWarpClock', { seconds: 120 });
  await assert.rejects(connection.sendRawTransaction(transaction.serialize()), /Blockhash not found/);
});
