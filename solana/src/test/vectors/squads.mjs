// Byte vectors of the Squads v4 program, made by its npm SDK. Deterministic: the same output on every run.
//   npm ci && node squads.mjs
// "fields" are named as the components of the Java records that the tests build from them.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import BN from 'bn.js';
import * as multisig from '@sqds/multisig';
import { AddressLookupTableAccount, PublicKey, SystemProgram, TransactionInstruction, TransactionMessage } from '@solana/web3.js';

const { generated, instructions, types, utils } = multisig;
const OUT = fileURLToPath(new URL('../resources/vectors/', import.meta.url));

// ---- a seeded source of everything that varies
let counter = 0;
const digest = () => createHash('sha256').update(`mandate squads vectors ${counter++}`).digest();
const key = () => new PublicKey(digest());
const below = (n) => digest().readUInt32LE(0) % n;
const bytes = (n) => { let b = Buffer.alloc(0); while (b.length < n) b = Buffer.concat([b, digest()]); return b.subarray(0, n); };
const u16 = () => digest().readUInt16LE(0);
const u32 = () => digest().readUInt32LE(0);
const u64 = () => digest().readBigUInt64LE(0);
const i64 = () => digest().readBigInt64LE(0);
const some = (make) => (below(2) ? make() : null);
const many = (n, make) => Array.from({ length: n }, make);
const MEMOS = [null, '', 'rent for November', 'für Zoë: 支払い 🧾', 'x'.repeat(200)];
const memo = () => MEMOS[below(MEMOS.length)];
const member = () => ({ key: key(), mask: below(8) });
const bn = (n) => new BN(n.toString());

// ---- our spelling → the SDK's
const sdkMember = (m) => ({ key: m.key, permissions: { mask: m.mask } });
const PERIODS = ['ONE_TIME', 'DAY', 'WEEK', 'MONTH'];
const terms = () => ({
  createKey: key(), vaultIndex: below(256), mint: key(), amount: u64(), period: PERIODS[below(4)],
  members: many(1 + below(3), key), destinations: many(below(3), key),
});
const sdkTerms = (t) => ({ ...t, amount: bn(t.amount), period: PERIODS.indexOf(t.period) });
const ACTIONS = {
  AddMember: () => ({ newMember: member() }),
  RemoveMember: () => ({ oldMember: key() }),
  ChangeThreshold: () => ({ newThreshold: u16() }),
  SetTimeLock: () => ({ newTimeLock: u32() }),
  AddSpendingLimit: () => ({ terms: terms() }),
  RemoveSpendingLimit: () => ({ spendingLimit: key() }),
  SetRentCollector: () => ({ newRentCollector: some(key) }),
};
const action = (kind) => ({ kind, ...ACTIONS[kind]() });
const sdkAction = ({ kind, ...a }) => ({
  __kind: kind, ...a,
  ...(a.newMember && { newMember: sdkMember(a.newMember) }),
  ...(a.terms && sdkTerms(a.terms)),
});
const message = () => {
  const keys = 1 + below(6), signers = 1 + below(keys), writableSigners = below(signers + 1);
  return {
    numSigners: signers, numWritableSigners: writableSigners, numWritableNonSigners: below(keys - signers + 1),
    accountKeys: many(keys, key),
    instructions: many(below(4), () => ({ programIdIndex: below(256), accountIndexes: bytes(below(6)), data: bytes([0, 9, 300][below(3)]) })),
    addressTableLookups: many(below(3), () => ({ table: key(), writableIndexes: bytes(below(3)), readonlyIndexes: bytes(below(3)) })),
  };
};
const sdkMessage = (m, list) => ({
  ...m,
  instructions: m.instructions.map((i) => ({ programIdIndex: i.programIdIndex, accountIndexes: list(i.accountIndexes), data: list(i.data) })),
  addressTableLookups: m.addressTableLookups.map((l) => ({ accountKey: l.table, writableIndexes: list(l.writableIndexes), readonlyIndexes: list(l.readonlyIndexes) })),
});
const argumentBytes = (m) => types.transactionMessageBeet.serialize(sdkMessage(m, (b) => [...b]))[0];
const storedBytes = (m) => generated.vaultTransactionMessageBeet.toFixedFromValue(sdkMessage(m, (b) => b));
const stored = (m) => { const beet = storedBytes(m), b = Buffer.alloc(beet.byteSize); beet.write(b, 0, sdkMessage(m, (x) => x)); return b; };

// ---- JSON
const plain = (v) => {
  if (v === null || v === undefined) return null;
  if (v instanceof PublicKey) return v.toBase58();
  if (v instanceof Uint8Array) return Buffer.from(v).toString('hex');
  if (typeof v === 'bigint') return v.toString();
  if (Array.isArray(v)) return v.map(plain);
  if (typeof v === 'object') return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, plain(x)]));
  return v;
};
const meta = (m) => `${m.pubkey.toBase58()} ${m.isWritable ? 'w' : '-'}${m.isSigner ? 's' : '-'}`;
const write = (name, rows) => {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(`${OUT}squads-${name}.json`, `{"vectors": [\n${rows.map((r) => JSON.stringify(plain(r))).join(',\n')}\n]}\n`);
};

// ---- addresses
const pda = (kind, inputs, [address, bump]) => ({ kind, inputs, address, bump });
const addresses = [pda('programConfig', [], multisig.getProgramConfigPda({}))];
for (let i = 0; i < 12; i++) {
  const createKey = key(), account = key(), other = key();
  const index = [0, 1, 255, below(256)][i % 4];
  const transactionIndex = [1n, 255n, 256n, 2n ** 32n, 2n ** 64n - 1n, u64()][i % 6];
  const u8 = Buffer.from([index]);
  addresses.push(
    pda('multisig', [createKey], multisig.getMultisigPda({ createKey })),
    pda('vault', [account, index], multisig.getVaultPda({ multisigPda: account, index })),
    pda('transaction', [account, transactionIndex], multisig.getTransactionPda({ multisigPda: account, index: transactionIndex })),
    pda('proposal', [account, transactionIndex], multisig.getProposalPda({ multisigPda: account, transactionIndex })),
    pda('spendingLimit', [account, createKey], multisig.getSpendingLimitPda({ multisigPda: account, createKey })),
    pda('ephemeralSigner', [account, index], multisig.getEphemeralSignerPda({ transactionPda: account, ephemeralSignerIndex: index })),
    // The SDK has no function of its own for buffers.
    pda('transactionBuffer', [account, other, index], PublicKey.findProgramAddressSync(
      [Buffer.from('multisig'), account.toBuffer(), Buffer.from('transaction_buffer'), other.toBuffer(), u8], multisig.PROGRAM_ID)),
  );
}
write('addresses', addresses);

// ---- error codes
const errors = [];
for (let code = 5990; code < 6060; code++) errors.push({ code, name: generated.errorFromCode(code)?.name ?? null });
write('errors', errors);

// ---- instructions
const rows = [];
const add = (type, fields, instruction, by) =>
  rows.push({ type, fields, by, program: instruction.programId, accounts: instruction.keys.map(meta), data: instruction.data });
const args = (x) => ({ args: x });
const authorityAccounts = (present) => {
  const a = { multisig: key(), configAuthority: key(), rentPayer: present ? key() : null, withSystemProgram: present };
  return [a, { ...a, rentPayer: a.rentPayer ?? undefined, systemProgram: present ? SystemProgram.programId : undefined }];
};
const byAuthority = (type, create, ours, theirs = (x) => x) => {
  for (const present of [true, false]) {
    const [accounts, sdkAccounts] = authorityAccounts(present), value = ours(), m = memo();
    add(type, { accounts, ...value, memo: m }, create(sdkAccounts, args({ ...theirs(value), memo: m })), 'generated');
  }
};
const creation = () => ({ multisig: key(), transaction: key(), creator: key(), rentPayer: key() });

for (let i = 0; i < 4; i++) {
  const a = { programConfig: key(), treasury: key(), multisig: key(), createKey: key(), creator: key() };
  const x = { configAuthority: some(key), threshold: u16(), members: many(i, member), timeLock: u32(), rentCollector: some(key), memo: memo() };
  add('multisig_create_v2', { ...a, ...x },
    generated.createMultisigCreateV2Instruction(a, args({ ...x, members: x.members.map(sdkMember) })), 'generated');
}
{ // through the SDK's own builder, which derives the program config
  const a = { treasury: key(), multisig: key(), createKey: key(), creator: key() };
  const x = { configAuthority: null, threshold: 2, members: many(3, member), timeLock: 0, rentCollector: key(), memo: 'ours' };
  add('multisig_create_v2', { programConfig: multisig.getProgramConfigPda({})[0], ...a, ...x },
    instructions.multisigCreateV2({ ...a, ...x, multisigPda: a.multisig, members: x.members.map(sdkMember) }), 'instructions');
}
byAuthority('multisig_add_member', generated.createMultisigAddMemberInstruction, () => ({ newMember: member() }), (v) => ({ newMember: sdkMember(v.newMember) }));
byAuthority('multisig_remove_member', generated.createMultisigRemoveMemberInstruction, () => ({ oldMember: key() }));
byAuthority('multisig_change_threshold', generated.createMultisigChangeThresholdInstruction, () => ({ newThreshold: u16() }));
byAuthority('multisig_set_time_lock', generated.createMultisigSetTimeLockInstruction, () => ({ timeLock: u32() }));
byAuthority('multisig_set_config_authority', generated.createMultisigSetConfigAuthorityInstruction, () => ({ newConfigAuthority: key() }),
  (v) => ({ configAuthority: v.newConfigAuthority }));
byAuthority('multisig_set_rent_collector', generated.createMultisigSetRentCollectorInstruction, () => ({ rentCollector: key() }));
byAuthority('multisig_set_rent_collector', generated.createMultisigSetRentCollectorInstruction, () => ({ rentCollector: null }));
for (let i = 0; i < 4; i++) {
  const a = { multisig: key(), configAuthority: key(), spendingLimit: key(), rentPayer: key() }, t = { ...terms(), period: PERIODS[i] }, m = memo();
  add('multisig_add_spending_limit', { ...a, terms: t, memo: m },
    generated.createMultisigAddSpendingLimitInstruction(a, args({ ...sdkTerms(t), memo: m })), 'generated');
  const r = { multisig: key(), configAuthority: key(), spendingLimit: key(), rentCollector: key() };
  add('multisig_remove_spending_limit', { ...r, memo: m }, generated.createMultisigRemoveSpendingLimitInstruction(r, args({ memo: m })), 'generated');
}
for (let i = 0; i < 4; i++) {
  const a = { multisig: key(), member: key(), spendingLimit: key(), vault: key(), destination: key() };
  const token = i % 2 ? { mint: key(), vaultTokenAccount: key(), destinationTokenAccount: key(), tokenProgram: key() } : {};
  const withSystemProgram = i !== 3;
  const x = { amount: u64(), decimals: below(256), memo: memo() };
  const none = { mint: null, vaultTokenAccount: null, destinationTokenAccount: null, tokenProgram: null };
  add('spending_limit_use', { ...a, withSystemProgram, ...none, ...token, ...x },
    generated.createSpendingLimitUseInstruction({ ...a, ...token, systemProgram: withSystemProgram ? SystemProgram.programId : undefined },
      args({ ...x, amount: bn(x.amount) })), 'generated');
}
for (const kinds of [[], ...Object.keys(ACTIONS).map((k) => [k]), Object.keys(ACTIONS)]) {
  const a = creation(), actions = kinds.map(action), m = memo();
  add('config_transaction_create', { ...a, actions, memo: m },
    generated.createConfigTransactionCreateInstruction(a, args({ actions: actions.map(sdkAction), memo: m })), 'generated');
}
for (let i = 0; i < 3; i++) {
  const a = { multisig: key(), member: key(), proposal: key(), transaction: key() };
  const rentPayer = i ? key() : null, withSystemProgram = i === 2, spendingLimits = many(i, key);
  add('config_transaction_execute', { ...a, rentPayer, withSystemProgram, spendingLimits },
    generated.createConfigTransactionExecuteInstruction({
      ...a, rentPayer: rentPayer ?? undefined, systemProgram: withSystemProgram ? SystemProgram.programId : undefined,
      anchorRemainingAccounts: spendingLimits.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    }), 'generated');
}
for (let i = 0; i < 3; i++) {
  const a = creation(), x = { vaultIndex: below(256), ephemeralSigners: below(256), transactionMessage: argumentBytes(message()), memo: memo() };
  add('vault_transaction_create', { ...a, ...x }, generated.createVaultTransactionCreateInstruction(a, args(x)), 'generated');
  const create = creation(), y = { ...x, transactionMessage: new Uint8Array(6) }, transactionBuffer = key(), bufferCreator = create.creator;
  add('vault_transaction_create_from_buffer', { create: { ...create, ...y }, transactionBuffer, bufferCreator },
    generated.createVaultTransactionCreateFromBufferInstruction({
      vaultTransactionCreateItemMultisig: create.multisig, vaultTransactionCreateItemTransaction: create.transaction,
      vaultTransactionCreateItemCreator: create.creator, vaultTransactionCreateItemRentPayer: create.rentPayer,
      vaultTransactionCreateItemSystemProgram: SystemProgram.programId, transactionBuffer, creator: bufferCreator,
    }, args(y)), 'generated');
  const e = { multisig: key(), proposal: key(), transaction: key(), member: key() };
  const remaining = many(i * 2, () => ({ pubkey: key(), isSigner: !!below(2), isWritable: !!below(2) }));
  add('vault_transaction_execute', { ...e, messageAccounts: remaining.map(meta) },
    generated.createVaultTransactionExecuteInstruction({ ...e, anchorRemainingAccounts: remaining }), 'generated');
}
for (let i = 0; i < 2; i++) {
  const c = { multisig: key(), proposal: key(), transaction: key(), rentCollector: key() };
  add('config_transaction_accounts_close', c, generated.createConfigTransactionAccountsCloseInstruction(c), 'generated');
  add('vault_transaction_accounts_close', c, generated.createVaultTransactionAccountsCloseInstruction(c), 'generated');
  const p = { multisig: key(), proposal: key(), creator: key(), rentPayer: key(), transactionIndex: u64(), draft: !!i };
  add('proposal_create', p, generated.createProposalCreateInstruction(p, args({ transactionIndex: bn(p.transactionIndex), draft: p.draft })), 'generated');
  const v = { multisig: key(), member: key(), proposal: key() };
  add('proposal_activate', v, generated.createProposalActivateInstruction(v), 'generated');
}
for (const m of MEMOS) {
  const v = { multisig: key(), member: key(), proposal: key() };
  add('proposal_approve', { ...v, memo: m }, generated.createProposalApproveInstruction(v, args({ memo: m })), 'generated');
  add('proposal_reject', { ...v, memo: m }, generated.createProposalRejectInstruction(v, args({ memo: m })), 'generated');
  add('proposal_cancel', { ...v, memo: m }, generated.createProposalCancelInstruction(v, args({ memo: m })), 'generated');
  add('proposal_cancel_v2', { ...v, memo: m }, generated.createProposalCancelV2Instruction(
    { proposalVoteItemMultisig: v.multisig, proposalVoteItemMember: v.member, proposalVoteItemProposal: v.proposal, systemProgram: SystemProgram.programId, ...v },
    args({ memo: m })), 'generated');
}
for (let i = 0; i < 3; i++) {
  const c = { multisig: key(), transactionBuffer: key(), creator: key(), rentPayer: key() };
  const x = { bufferIndex: below(256), vaultIndex: below(256), finalBufferHash: key(), finalBufferSize: u16(), buffer: bytes([0, 5, 700][i]) };
  add('transaction_buffer_create', { ...c, ...x },
    generated.createTransactionBufferCreateInstruction(c, args({ ...x, finalBufferHash: [...x.finalBufferHash.toBytes()] })), 'generated');
  const e = { multisig: key(), transactionBuffer: key(), creator: key() };
  add('transaction_buffer_extend', { ...e, buffer: x.buffer }, generated.createTransactionBufferExtendInstruction(e, args({ buffer: x.buffer })), 'generated');
  add('transaction_buffer_close', e, generated.createTransactionBufferCloseInstruction(e), 'generated');
}
// ---- the same through the SDK's own builders, which derive addresses and fill accounts in
{
  const account = key(), who = key(), payer = key(), destination = key(), index = 77n;
  const [transaction] = multisig.getTransactionPda({ multisigPda: account, index });
  const [proposal] = multisig.getProposalPda({ multisigPda: account, transactionIndex: index });
  const [vault] = multisig.getVaultPda({ multisigPda: account, index: 3 });
  const on = { multisigPda: account, transactionIndex: index }, built = (type, fields, instruction) => add(type, fields, instruction, 'instructions');
  const actions = [action('AddMember'), action('SetTimeLock')], t = terms(), m = member(), spendingLimits = many(2, key);
  built('config_transaction_create', { multisig: account, transaction, creator: who, rentPayer: payer, actions, memo: 'builder' },
    instructions.configTransactionCreate({ ...on, creator: who, rentPayer: payer, actions: actions.map(sdkAction), memo: 'builder' }));
  built('config_transaction_execute', { multisig: account, member: who, proposal, transaction, rentPayer: payer, withSystemProgram: true, spendingLimits },
    instructions.configTransactionExecute({ ...on, member: who, rentPayer: payer, spendingLimits }));
  built('config_transaction_execute', { multisig: account, member: who, proposal, transaction, rentPayer: null, withSystemProgram: true, spendingLimits: [] },
    instructions.configTransactionExecute({ ...on, member: who }));
  for (const kind of ['config', 'vault']) {
    built(`${kind}_transaction_accounts_close`, { multisig: account, proposal, transaction, rentCollector: payer },
      instructions[`${kind}TransactionAccountsClose`]({ ...on, rentCollector: payer }));
  }
  built('proposal_create', { multisig: account, proposal, creator: who, rentPayer: payer, transactionIndex: index, draft: true },
    instructions.proposalCreate({ ...on, creator: who, rentPayer: payer, isDraft: true }));
  built('proposal_activate', { multisig: account, member: who, proposal }, instructions.proposalActivate({ ...on, member: who }));
  for (const [type, name] of [['approve', 'Approve'], ['reject', 'Reject'], ['cancel', 'Cancel'], ['cancel_v2', 'CancelV2']]) {
    built(`proposal_${type}`, { multisig: account, member: who, proposal, memo: 'builder' }, instructions[`proposal${name}`]({ ...on, member: who, memo: 'builder' }));
  }
  const limit = key(), use = { multisig: account, member: who, spendingLimit: limit, vault, destination, withSystemProgram: true, amount: 123456789n, decimals: 9, memo: null };
  built('spending_limit_use', { ...use, mint: null, vaultTokenAccount: null, destinationTokenAccount: null, tokenProgram: null },
    instructions.spendingLimitUse({ multisigPda: account, member: who, spendingLimit: limit, vaultIndex: 3, amount: 123456789, decimals: 9, destination }));
  const authority = { multisigPda: account, configAuthority: who, rentPayer: payer, memo: 'admin' };
  const accounts = { multisig: account, configAuthority: who, rentPayer: payer, withSystemProgram: true };
  built('multisig_add_member', { accounts, newMember: m, memo: 'admin' }, instructions.multisigAddMember({ ...authority, newMember: sdkMember(m) }));
  built('multisig_set_rent_collector', { accounts, rentCollector: payer, memo: 'admin' }, instructions.multisigSetRentCollector({ ...authority, newRentCollector: payer }));
  built('multisig_add_spending_limit', { multisig: account, configAuthority: who, spendingLimit: limit, rentPayer: payer, terms: t, memo: 'admin' },
    instructions.multisigAddSpendingLimit({ ...authority, ...t, spendingLimit: limit, period: PERIODS.indexOf(t.period) }));
  built('multisig_remove_spending_limit', { multisig: account, configAuthority: who, spendingLimit: limit, rentCollector: payer, memo: 'admin' },
    instructions.multisigRemoveSpendingLimit({ ...authority, spendingLimit: limit, rentCollector: payer }));
  const inner = new TransactionMessage({ payerKey: vault, recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: vault, toPubkey: destination, lamports: 5 })] });
  const argument = utils.transactionMessageToMultisigTransactionMessageBytes({ message: inner, vaultPda: vault });
  built('vault_transaction_create', { multisig: account, transaction, creator: who, rentPayer: payer, vaultIndex: 3, ephemeralSigners: 0, transactionMessage: argument, memo: 'builder' },
    instructions.vaultTransactionCreate({ ...on, creator: who, rentPayer: payer, vaultIndex: 3, ephemeralSigners: 0, transactionMessage: inner, memo: 'builder' }));
  const [compiled] = types.transactionMessageBeet.deserialize(Buffer.from(argument));
  const stored = generated.VaultTransaction.fromArgs({ multisig: account, creator: who, index: bn(index), bump: 1, vaultIndex: 3, vaultBump: 2, ephemeralSignerBumps: Buffer.alloc(0),
    message: { ...compiled, instructions: compiled.instructions.map((c) => ({ ...c, accountIndexes: Buffer.from(c.accountIndexes), data: Buffer.from(c.data) })) } });
  const connection = { getAccountInfo: async () => ({ data: stored.serialize()[0], owner: multisig.PROGRAM_ID }) };
  const { instruction } = await instructions.vaultTransactionExecute({ connection, ...on, member: who });
  built('vault_transaction_execute', { multisig: account, proposal, transaction, member: who,
    messageAccounts: [`${vault} w-`, `${destination} w-`, `${SystemProgram.programId} --`] }, instruction);
}
write('instructions', rows);

// ---- accounts
const accounts = [];
const account = (type, fields, content) => accounts.push({ type, fields, content: content.serialize()[0] });
for (let i = 0; i < 5; i++) {
  const f = { createKey: key(), configAuthority: key(), threshold: u16(), timeLock: u32(), transactionIndex: u64(), staleTransactionIndex: u64(),
    rentCollector: i % 2 ? key() : null, bump: below(256), members: many([0, 1, 3, 7, 20][i], member) };
  account('Multisig', f, generated.Multisig.fromArgs({ ...f, transactionIndex: bn(f.transactionIndex), staleTransactionIndex: bn(f.staleTransactionIndex), members: f.members.map(sdkMember) }));
}
for (const kind of ['Draft', 'Active', 'Rejected', 'Approved', 'Executing', 'Executed', 'Cancelled']) {
  const timed = kind !== 'Executing', timestamp = i64();
  const f = { multisig: key(), transactionIndex: u64(), status: { kind, ...(timed && { timestamp }) }, bump: below(256),
    approved: many(below(4), key), rejected: many(below(4), key), cancelled: many(below(4), key) };
  account('Proposal', f, generated.Proposal.fromArgs({ ...f, transactionIndex: bn(f.transactionIndex), status: { __kind: kind, ...(timed && { timestamp: bn(timestamp) }) } }));
}
for (const kinds of [[], ...Object.keys(ACTIONS).map((k) => [k]), Object.keys(ACTIONS)]) {
  const f = { multisig: key(), creator: key(), index: u64(), bump: below(256), actions: kinds.map(action) };
  account('ConfigTransaction', f, generated.ConfigTransaction.fromArgs({ ...f, index: bn(f.index), actions: f.actions.map(sdkAction) }));
}
for (let i = 0; i < 6; i++) {
  const f = { multisig: key(), creator: key(), index: u64(), bump: below(256), vaultIndex: below(256), vaultBump: below(256), ephemeralSignerBumps: bytes(i), message: message() };
  account('VaultTransaction', f, generated.VaultTransaction.fromArgs({ ...f, index: bn(f.index), message: sdkMessage(f.message, (b) => b) }));
}
for (const period of PERIODS) {
  const { amount, members, destinations, createKey, vaultIndex, mint } = terms();
  const f = { multisig: key(), createKey, vaultIndex, mint, amount, period, remainingAmount: u64(), lastReset: i64(), bump: below(256), members, destinations };
  account('SpendingLimit', f, generated.SpendingLimit.fromArgs({ ...f, amount: bn(amount), period: PERIODS.indexOf(period), remainingAmount: bn(f.remainingAmount), lastReset: bn(f.lastReset) }));
}
for (let i = 0; i < 2; i++) {
  const f = { authority: key(), multisigCreationFee: u64(), treasury: key(), reserved: i ? bytes(64) : Buffer.alloc(64) };
  account('ProgramConfig', f, generated.ProgramConfig.fromArgs({ ...f, multisigCreationFee: bn(f.multisigCreationFee), reserved: [...f.reserved] }));
}
for (const size of [0, 1, 1000]) {
  const f = { multisig: key(), creator: key(), bufferIndex: below(256), vaultIndex: below(256), finalBufferHash: key(), finalBufferSize: u16(), buffer: bytes(size) };
  account('TransactionBuffer', f, generated.TransactionBuffer.fromArgs({ ...f, finalBufferHash: [...f.finalBufferHash.toBytes()] }));
}
write('accounts', accounts);

// ---- messages: both forms, and the accounts that executing them takes
const messages = [];
for (let i = 0; i < 12; i++) { const fields = message(); messages.push({ fields, argument: argumentBytes(fields), stored: stored(fields) }); }
for (let i = 0; i < 6; i++) {
  const account = key(), transactionPda = multisig.getTransactionPda({ multisigPda: account, index: 1n })[0];
  const vaultPda = multisig.getVaultPda({ multisigPda: account, index: 0 })[0];
  const ephemeral = many(i % 3, (_, n) => multisig.getEphemeralSignerPda({ transactionPda, ephemeralSignerIndex: n })[0]);
  const tables = many(i % 3, () => new AddressLookupTableAccount({ key: key(),
    state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, authority: key(), addresses: many(5, key) } }));
  const loaded = tables.flatMap((t) => [
    { pubkey: t.state.addresses[1], isSigner: false, isWritable: true }, { pubkey: t.state.addresses[3], isSigner: false, isWritable: false }]);
  const calls = many(1 + (i % 2), () => new TransactionInstruction({
    programId: key(), data: bytes(20), keys: [
      { pubkey: vaultPda, isSigner: true, isWritable: true },
      ...ephemeral.map((pubkey) => ({ pubkey, isSigner: true, isWritable: true })),
      { pubkey: key(), isSigner: true, isWritable: false }, { pubkey: key(), isSigner: false, isWritable: true },
      { pubkey: key(), isSigner: false, isWritable: false }, ...loaded],
  }));
  const argument = utils.transactionMessageToMultisigTransactionMessageBytes({
    message: new TransactionMessage({ payerKey: vaultPda, recentBlockhash: PublicKey.default.toBase58(), instructions: calls }),
    addressLookupTableAccounts: tables, vaultPda });
  const [compiled] = types.transactionMessageBeet.deserialize(Buffer.from(argument));
  const fields = { ...compiled,
    instructions: compiled.instructions.map((c) => ({ programIdIndex: c.programIdIndex, accountIndexes: Buffer.from(c.accountIndexes), data: Buffer.from(c.data) })),
    addressTableLookups: compiled.addressTableLookups.map((l) => ({ table: l.accountKey, writableIndexes: Buffer.from(l.writableIndexes), readonlyIndexes: Buffer.from(l.readonlyIndexes) })) };
  const { accountMetas } = await utils.accountsForTransactionExecute({
    connection: null, transactionPda, vaultPda, message: fields2sdk(fields), ephemeralSignerBumps: ephemeral.map(() => 255),
    addressLookupTableAccounts: tables });
  messages.push({ fields, argument, stored: stored(fields), programSigners: [vaultPda, ...ephemeral],
    tables: tables.map((t) => ({ table: t.key, entries: t.state.addresses })), accounts: accountMetas.map(meta) });
}
function fields2sdk(fields) { return sdkMessage(fields, (b) => b); }
write('messages', messages);
