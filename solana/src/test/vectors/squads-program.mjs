// What the deployed program itself makes of its accounts: every account that a transaction wrote, before and after.
//   SQUADS_V4_SO=/path/to/squads_v4.so node squads-program.mjs /path/to/an/installed/rig.mjs
// The rig is testkit's: the real runtime behind a line protocol. Deterministic: the same output on every run.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import BN from 'bn.js';
import * as multisig from '@sqds/multisig';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage } from '@solana/web3.js';

const { generated, instructions, types, utils, PROGRAM_ID } = multisig;
const rig = spawn('node', [process.argv[2]], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: rig.stdout })[Symbol.asyncIterator]();
const answer = async () => {
  const { value } = await lines.next();
  if (!value || !/^(ready|ok)/.test(value)) throw new Error(value);
  return value.split(' ').slice(1);
};
const ask = (...words) => { rig.stdin.write(`${words.join(' ')}\n`); return answer(); };
const b64 = (b) => Buffer.from(b).toString('base64');
const person = (n) => Keypair.fromSeed(createHash('sha256').update(`mandate squads program ${n}`).digest());

await answer();
const [payer, ana, ben, cleo, dan, eve, admin, collector, shop] = ['payer', 'ana', 'ben', 'cleo', 'dan', 'eve', 'admin', 'collector', 'shop'].map(person);
for (const k of [payer, ana, ben, cleo, dan, eve, admin, collector, shop]) await ask('fund', b64(k.publicKey.toBytes()), 100_000_000_000);

const rows = [];
async function read(keys) {
  const [, , ...accounts] = await ask('read', ...keys.map((k) => b64(k.toBytes())));
  return accounts.map((a) => {
    if (a === '.') return null;
    const [, owner, , data] = a.split(':');
    return owner === b64(PROGRAM_ID.toBytes()) ? Buffer.from(data === '-' ? '' : data, 'base64').toString('hex') : null;
  });
}
/** Sends, and notes each account of the program that it may have written. */
async function send(step, calls, signers) {
  const list = [calls].flat();
  const keys = [...new Map(list.flatMap((c) => c.keys).filter((k) => k.isWritable && !k.isSigner).map((k) => [k.pubkey.toBase58(), k.pubkey])).values()];
  const before = await read(keys);
  const [hash] = await ask('blockhash');
  const tx = new Transaction({ feePayer: payer.publicKey, recentBlockhash: new PublicKey(Buffer.from(hash, 'base64')).toBase58() }).add(...list);
  tx.sign(payer, ...signers);
  const [failure, logs] = await ask('send', b64(tx.serialize()));
  if (failure !== '.') throw new Error(`${step}: ${failure}\n${Buffer.from(logs, 'base64')}`);
  const after = await read(keys);
  keys.forEach((key, i) => { if (before[i] !== after[i]) rows.push({ step, key: key.toBase58(), before: before[i], after: after[i] }); });
  await ask('advance', 7);
}

const all = (k, mask = 7) => ({ key: k.publicKey, permissions: { mask } });
const pda = (createKey) => multisig.getMultisigPda({ createKey: createKey.publicKey })[0];
const { treasury } = { treasury: new PublicKey('5DH2e3cJmFpyi6mk65EGFediunm4ui6BiKNUNrhWtD1b') };
const create = (name, members, options = {}) => {
  const createKey = person(name);
  return send(name, instructions.multisigCreateV2({ treasury, creator: payer.publicKey, multisigPda: pda(createKey), configAuthority: null, threshold: 1,
    members, timeLock: 0, createKey: createKey.publicKey, rentCollector: null, ...options }), [createKey]);
};
for (const n of [1, 2, 5, 12]) await create(`create with ${n}`, Array.from({ length: n }, (_, i) => all(person(`member ${i}`))));
await create('shared', [all(ana), all(ben, 2), all(cleo, 3)], { threshold: 2 });
await create('with collector', [all(ana), all(ben)], { rentCollector: collector.publicKey, threshold: 2 });
await create('administered', [all(ana), all(ben)], { configAuthority: admin.publicKey });

const shared = pda(person('shared'));
let index = 0n;
const at = () => ({ multisigPda: shared, transactionIndex: index });
const propose = (step, draft = false) => send(step, instructions.proposalCreate({ ...at(), creator: ana.publicKey, rentPayer: payer.publicKey, isDraft: draft }), [ana]);
const approve = (who, step = 'approve') => send(step, instructions.proposalApprove({ ...at(), member: who.publicKey }), [who]);
async function config(step, actions, spendingLimits = []) {
  index++;
  await send(`${step}: prepare`, instructions.configTransactionCreate({ ...at(), creator: ana.publicKey, rentPayer: payer.publicKey, actions, memo: step }), [ana]);
  await propose(`${step}: propose`);
  await approve(ana);
  await approve(ben);
  await send(`${step}: execute`, instructions.configTransactionExecute({ ...at(), member: ana.publicKey, rentPayer: payer.publicKey, spendingLimits }), [ana]);
}
const addMember = (k, mask = 7) => ({ __kind: 'AddMember', newMember: all(k, mask) });
const limitKey = person('limit').publicKey;
const [limit] = multisig.getSpendingLimitPda({ multisigPda: shared, createKey: limitKey });
const [vault] = multisig.getVaultPda({ multisigPda: shared, index: 0 });
await ask('fund', b64(vault.toBytes()), 50_000_000_000);

await config('add one', [addMember(dan)]);
await config('set collector', [{ __kind: 'SetRentCollector', newRentCollector: collector.publicKey }]);
await config('remove one', [{ __kind: 'RemoveMember', oldMember: dan.publicKey }]);
await config('unset collector', [{ __kind: 'SetRentCollector', newRentCollector: null }]);
await config('add limit', [{ __kind: 'AddSpendingLimit', createKey: limitKey, vaultIndex: 0, mint: PublicKey.default, amount: new BN(5_000_000_000),
  period: types.Period.Day, members: [eve.publicKey, ana.publicKey], destinations: [shop.publicKey, dan.publicKey] }], [limit]);
await send('use limit', instructions.spendingLimitUse({ multisigPda: shared, member: eve.publicKey, spendingLimit: limit, vaultIndex: 0, amount: 2_000_000_000,
  decimals: 9, destination: shop.publicKey }), [eve]);
await config('several', [{ __kind: 'ChangeThreshold', newThreshold: 1 }, { __kind: 'SetTimeLock', newTimeLock: 60 }, { __kind: 'ChangeThreshold', newThreshold: 2 },
  { __kind: 'SetTimeLock', newTimeLock: 0 }, { __kind: 'RemoveSpendingLimit', spendingLimit: limit }], [limit]);

// A vault transaction: votes that move, with an ephemeral signer who makes an account.
const pay = (lamports, signer) => new TransactionMessage({ payerKey: vault, recentBlockhash: PublicKey.default.toBase58(), instructions: [
  SystemProgram.transfer({ fromPubkey: vault, toPubkey: shop.publicKey, lamports }),
  ...(signer ? [SystemProgram.createAccount({ fromPubkey: vault, newAccountPubkey: signer, lamports: 2_000_000, space: 10, programId: SystemProgram.programId })] : []),
] });
const prepare = async (message, ephemeralSigners = 0) => send('prepare', instructions.vaultTransactionCreate({ ...at(), creator: ana.publicKey,
  rentPayer: payer.publicKey, vaultIndex: 0, ephemeralSigners, transactionMessage: message }), [ana]);
async function execute(message, ephemeralSignerBumps = []) {
  const [transactionPda] = multisig.getTransactionPda({ multisigPda: shared, index });
  const [proposal] = multisig.getProposalPda(at());
  const [compiled] = types.transactionMessageBeet.deserialize(Buffer.from(utils.transactionMessageToMultisigTransactionMessageBytes({ message, vaultPda: vault })));
  const { accountMetas } = await utils.accountsForTransactionExecute({ connection: null, transactionPda, vaultPda: vault, message: compiled, ephemeralSignerBumps });
  await send('execute', generated.createVaultTransactionExecuteInstruction({ multisig: shared, proposal, transaction: transactionPda, member: ana.publicKey,
    anchorRemainingAccounts: accountMetas }), [ana]);
}
index++;
const [ephemeral, ephemeralBump] = multisig.getEphemeralSignerPda({ transactionPda: multisig.getTransactionPda({ multisigPda: shared, index })[0], ephemeralSignerIndex: 0 });
const first = pay(1_000_000_000, ephemeral);
await prepare(first, 1);
await propose('draft', true);
await send('activate', instructions.proposalActivate({ ...at(), member: ana.publicKey }), [ana]);
await approve(cleo);
await send('move to rejection', instructions.proposalReject({ ...at(), member: cleo.publicKey }), [cleo]);
await approve(cleo, 'move back');
await approve(ben);
await execute(first, [ephemeralBump]);

// Rejected.
index++;
await prepare(pay(1));
await propose('propose');
for (const who of [ana, ben]) await send('reject', instructions.proposalReject({ ...at(), member: who.publicKey }), [who]);

// Cancelled after the account has gained members: its room grows. The older instruction where there is room.
for (const [name, cancel] of [['cancel v1', instructions.proposalCancel], ['cancel v2', instructions.proposalCancelV2]]) {
  index++;
  await prepare(pay(2));
  await propose('propose');
  await approve(ana);
  await approve(ben);
  const approved = index;
  if (name === 'cancel v2') await config('add two', [addMember(dan), addMember(eve, 2)]);
  const newest = index;
  index = approved;
  for (const who of [ana, cleo]) await send(name, cancel({ ...at(), member: who.publicKey }), [who]);
  index = newest;
}

// A message through a buffer, in two slices.
const bufferMessage = Buffer.from(utils.transactionMessageToMultisigTransactionMessageBytes({ message: pay(3, undefined), vaultPda: vault }));
const buffer = (n) => PublicKey.findProgramAddressSync([Buffer.from('multisig'), shared.toBuffer(), Buffer.from('transaction_buffer'), ana.publicKey.toBuffer(), Buffer.from([n])], PROGRAM_ID)[0];
for (const n of [0, 7]) {
  await send('open buffer', generated.createTransactionBufferCreateInstruction(
    { multisig: shared, transactionBuffer: buffer(n), creator: ana.publicKey, rentPayer: payer.publicKey },
    { args: { bufferIndex: n, vaultIndex: 0, finalBufferHash: [...createHash('sha256').update(bufferMessage).digest()], finalBufferSize: bufferMessage.length, buffer: bufferMessage.subarray(0, 60) } }), [ana]);
  await send('extend buffer', generated.createTransactionBufferExtendInstruction({ multisig: shared, transactionBuffer: buffer(n), creator: ana.publicKey },
    { args: { buffer: bufferMessage.subarray(60) } }), [ana]);
}
const close = generated.createTransactionBufferCloseInstruction({ multisig: shared, transactionBuffer: buffer(7), creator: ana.publicKey });
close.keys[2].isWritable = true; // the library forgets it
await send('close buffer', close, [ana]);
index++;
await send('from buffer', generated.createVaultTransactionCreateFromBufferInstruction({
  vaultTransactionCreateItemMultisig: shared, vaultTransactionCreateItemTransaction: multisig.getTransactionPda({ multisigPda: shared, index })[0],
  vaultTransactionCreateItemCreator: ana.publicKey, vaultTransactionCreateItemRentPayer: payer.publicKey, vaultTransactionCreateItemSystemProgram: SystemProgram.programId,
  transactionBuffer: buffer(0), creator: ana.publicKey,
}, { args: { vaultIndex: 0, ephemeralSigners: 2, transactionMessage: new Uint8Array(6), memo: null } }), [ana]);

// By the config authority.
const administered = pda(person('administered'));
const a = { multisigPda: administered, configAuthority: admin.publicKey, rentPayer: payer.publicKey };
const adminLimit = multisig.getSpendingLimitPda({ multisigPda: administered, createKey: limitKey })[0];
const accounts = { multisig: administered, configAuthority: admin.publicKey, rentPayer: payer.publicKey, systemProgram: SystemProgram.programId };
await send('admin adds', instructions.multisigAddMember({ ...a, newMember: all(cleo) }), [admin]);
await send('admin removes', generated.createMultisigRemoveMemberInstruction(accounts, { args: { oldMember: ana.publicKey, memo: null } }), [admin]);
await send('admin changes threshold', generated.createMultisigChangeThresholdInstruction(accounts, { args: { newThreshold: 2, memo: null } }), [admin]);
await send('admin sets time lock', generated.createMultisigSetTimeLockInstruction(accounts, { args: { timeLock: 3600, memo: null } }), [admin]);
await send('admin sets collector', instructions.multisigSetRentCollector({ ...a, newRentCollector: shop.publicKey }), [admin]);
await send('admin adds limit', instructions.multisigAddSpendingLimit({ ...a, spendingLimit: adminLimit, createKey: limitKey, vaultIndex: 3, mint: shop.publicKey,
  amount: 7n, period: types.Period.OneTime, members: [eve.publicKey], destinations: [] }), [admin]);
await send('admin removes limit', instructions.multisigRemoveSpendingLimit({ ...a, spendingLimit: adminLimit, rentCollector: shop.publicKey }), [admin]);
await send('admin leaves', generated.createMultisigSetConfigAuthorityInstruction(accounts, { args: { configAuthority: PublicKey.default, memo: null } }), [admin]);

// Settled transactions are closed.
const collected = pda(person('with collector'));
const c = { multisigPda: collected, transactionIndex: 1n };
await send('prepare for closing', [
  instructions.configTransactionCreate({ ...c, creator: ana.publicKey, rentPayer: payer.publicKey, actions: [addMember(cleo)] }),
  instructions.proposalCreate({ ...c, creator: ana.publicKey, rentPayer: payer.publicKey }),
  instructions.proposalReject({ ...c, member: ana.publicKey }),
], [ana]);
await send('close', instructions.configTransactionAccountsClose({ ...c, rentCollector: collector.publicKey }), []);

rig.stdin.end();
writeFileSync(fileURLToPath(new URL('../resources/vectors/squads-program.json', import.meta.url)),
  `{"vectors": [\n${rows.map((r) => JSON.stringify(r)).join(',\n')}\n]}\n`);
