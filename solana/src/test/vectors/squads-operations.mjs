// Byte vectors of whole operations on a Squads v4 account, made by the builders of its npm SDK, which derive the addresses.
// Deterministic: the same output on every run.
//   npm ci && node squads-operations.mjs
// An "operation" is spelled as the Java record of that name, component by component.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import BN from 'bn.js';
import * as multisig from '@sqds/multisig';
import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import {
  AddressLookupTableAccount, ComputeBudgetProgram, Keypair, PublicKey, SystemProgram, TransactionInstruction, TransactionMessage,
} from '@solana/web3.js';

const { generated, instructions: sdk, utils } = multisig;

// ---- a seeded source of everything that varies
let counter = 0;
const digest = () => createHash('sha256').update(`mandate squads program vectors ${counter++}`).digest();
const derived = () => PublicKey.findProgramAddressSync([digest()], SystemProgram.programId)[0];
const below = (n) => digest().readUInt32LE(0) % n;
const bytes = (n) => { let b = Buffer.alloc(0); while (b.length < n) b = Buffer.concat([b, digest()]); return b.subarray(0, n); };
// The key of a person: on the curve, as all that can sign.
const key = () => Keypair.fromSeed(digest()).publicKey;
const many = (n, make) => Array.from({ length: n }, make);
const MEMOS = [null, 'rent for November', 'für Zoë: 支払い 🧾', 'x'.repeat(200)];
const memo = () => MEMOS[below(MEMOS.length)];
const note = (text) => (text === null ? null : { text });
const sdkNote = (text) => text ?? undefined;

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
const spelled = (ix) => ({ program: ix.programId, accounts: ix.keys.map(meta), data: ix.data });
const list = (rows) => `[\n${rows.map((r) => JSON.stringify(plain(r))).join(',\n')}\n]`;

// ---- our words → the SDK's
const PERIODS = ['ONE_TIME', 'DAY', 'WEEK', 'MONTH'];
const signer = () => ({ address: key(), permissions: { mask: below(8) } });
const sdkMember = (s) => ({ key: s.address, permissions: s.permissions });
const token = (mint) => (mint ? { kind: 'Mint', address: mint } : { kind: 'Sol' });
// The domain keeps a limit's signers in order.
const inOrder = (keys) => keys.sort((a, b) => Buffer.compare(a.toBuffer(), b.toBuffer()));
const terms = () => ({
  createKey: key(), vaultIndex: below(3), token: token(below(2) ? key() : null), amount: { bits: digest().readBigUInt64LE(0) },
  period: PERIODS[below(4)], signers: inOrder(many(1 + below(3), key)), destinations: many(below(3), key),
});
const sdkTerms = (t) => ({
  createKey: t.createKey, vaultIndex: t.vaultIndex, mint: t.token.address ?? PublicKey.default, amount: new BN(t.amount.bits.toString()),
  period: PERIODS.indexOf(t.period), members: t.signers, destinations: t.destinations,
});
const account = () => {
  const createKey = key(), [settings] = multisig.getMultisigPda({ createKey });
  return { createKey, settings, address: multisig.getVaultPda({ multisigPda: settings, index: 0 })[0] };
};
const limitOf = (a, t) => multisig.getSpendingLimitPda({ multisigPda: a.settings, createKey: t.createKey })[0];
const ACTIONS = {
  AddSigner: () => { const s = signer(); return [{ signer: s }, { __kind: 'AddMember', newMember: sdkMember(s) }]; },
  RemoveSigner: () => { const s = key(); return [{ signer: s }, { __kind: 'RemoveMember', oldMember: s }]; },
  ChangeThreshold: () => [{ threshold: { value: 2 } }, { __kind: 'ChangeThreshold', newThreshold: 2 }],
  SetTimeLock: () => [{ timeLock: { seconds: 86400 } }, { __kind: 'SetTimeLock', newTimeLock: 86400 }],
  SetRentCollector: () => { const c = below(2) ? key() : null; return [{ collector: c }, { __kind: 'SetRentCollector', newRentCollector: c }]; },
  AddSpendingLimit: (a) => { const t = terms(), limit = limitOf(a, t); return [{ limit, terms: t }, { __kind: 'AddSpendingLimit', ...sdkTerms(t) }, limit]; },
  RemoveSpendingLimit: () => { const limit = derived(); return [{ limit }, { __kind: 'RemoveSpendingLimit', spendingLimit: limit }, limit]; },
};
const actions = (kinds, a) => kinds.map((kind) => {
  const [ours, theirs, limit] = ACTIONS[kind](a);
  return { ours: { kind, ...ours }, theirs, limit };
});

// ---- messages of a vault
const transfer = (vault, to) => SystemProgram.transfer({ fromPubkey: vault, toPubkey: to, lamports: 1_000_000n });
const call = (programId, keys, data) => new TransactionInstruction({ programId, keys, data });
const named = (pubkey, flags) => ({ pubkey, isWritable: flags.includes('w'), isSigner: flags.includes('s') });
const table = (addresses) => new AddressLookupTableAccount({
  key: key(), state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, authority: key(), addresses },
});
const SHAPES = {
  'one transfer': (vault) => [[transfer(vault, key())], []],
  'nothing': () => [[], []],
  'the vault read only': (vault) => [[call(key(), [named(vault, ''), named(key(), '')], bytes(3))], []],
  'several calls that share accounts': (vault) => {
    const shared = key(), program = key();
    return [[transfer(vault, shared), call(program, [named(shared, ''), named(vault, 's'), named(key(), 'w')], bytes(40)),
      call(program, [named(program, ''), named(shared, 'w')], Buffer.alloc(0))], []];
  },
  'more signers': (vault) => [[call(key(), [named(key(), 's'), named(vault, 'ws'), named(key(), 'ws'), named(key(), 'w'), named(key(), 's')], bytes(9))], []],
  'a table that loads accounts and the program': (vault) => {
    const program = key(), to = key(), other = key();
    return [[call(program, [named(vault, 'ws'), named(to, 'w'), named(other, '')], bytes(5))], [table([key(), other, program, to])]];
  },
  'a table that loads nothing, then one that does': (vault) => {
    const to = key();
    return [[transfer(vault, to)], [table(many(3, key)), table([SystemProgram.programId, to, to])]];
  },
  'two tables, writable and read only in each': (vault) => {
    const [a, b, c, d] = many(4, key);
    return [[call(key(), [named(a, 'w'), named(b, ''), named(vault, 's'), named(c, ''), named(d, 'w')], bytes(2)), transfer(vault, d)],
      [table([b, a]), table([d, c, a])]];
  },
  'signers in a table stay in the message': (vault) => {
    const cosigner = key();
    return [[call(key(), [named(cosigner, 's'), named(vault, 'ws')], bytes(1))], [table([cosigner, vault])]];
  },
  'compute budget as any other call': (vault) => [[ComputeBudgetProgram.setComputeUnitLimit({ units: 5 }), transfer(vault, key())], []],
  'long data': (vault) => [[call(key(), [named(vault, 's')], bytes(700))], []],
};

const operations = [], stored = [];
const add = (a, operation, instruction) => operations.push({ account: { address: a.address, settings: a.settings }, createKey: a.createKey, operation, instruction: spelled(instruction) });

// ---- accounts and changes of settings
for (const [admin, rentCollector] of [[null, null], [key(), key()], [null, key()]]) {
  const a = account(), payer = key(), treasury = key(), signers = many(1 + below(4), signer), m = memo();
  add(a, {
    kind: 'CreateAccount', createKey: a.createKey, payer, terms: { fee: { bits: '0' }, treasury }, memo: note(m),
    command: { signers, threshold: { value: 1 }, timeLock: { seconds: 3600 }, admin: admin ? { kind: 'HeldBy', admin } : { kind: 'None' }, rentCollector },
  }, sdk.multisigCreateV2({
    treasury, creator: payer, multisigPda: a.settings, configAuthority: admin, threshold: 1, members: signers.map(sdkMember),
    timeLock: 3600, createKey: a.createKey, rentCollector, memo: sdkNote(m),
  }));
}
for (const kinds of [...Object.keys(ACTIONS).map((k) => [k]), Object.keys(ACTIONS)]) {
  const a = account(), all = actions(kinds, a), by = key(), rentPayer = key(), index = BigInt(1 + below(70000)), m = memo();
  const content = { kind: 'SettingsChange', actions: all.map((x) => x.ours) };
  add(a, { kind: 'CreateTransaction', by, rentPayer, index, content, memo: note(m) }, sdk.configTransactionCreate({
    multisigPda: a.settings, creator: by, rentPayer, transactionIndex: index, actions: all.map((x) => x.theirs), memo: sdkNote(m) }));
  // The SDK always passes the system program; here it goes without where no action can need it.
  const growth = kinds.some((k) => ['AddSigner', 'SetRentCollector', 'AddSpendingLimit'].includes(k));
  const paid = growth || kinds.includes('RemoveSpendingLimit');
  const spendingLimits = all.flatMap((x) => (x.limit ? [x.limit] : []));
  const execute = sdk.configTransactionExecute({ multisigPda: a.settings, transactionIndex: index, member: by, rentPayer: paid ? rentPayer : undefined, spendingLimits });
  if (!growth) execute.keys[5].pubkey = multisig.PROGRAM_ID;
  add(a, { kind: 'ExecuteChange', by, rentPayer, index, change: { actions: content.actions } }, execute);
  add(a, { kind: 'Close', index, collector: rentPayer, content }, sdk.configTransactionAccountsClose({ multisigPda: a.settings, rentCollector: rentPayer, transactionIndex: index }));
}
for (const kind of Object.keys(ACTIONS)) {
  const a = account(), [{ ours, theirs, limit }] = actions([kind], a), by = key(), rentPayer = key(), m = memo();
  const bare = { multisig: a.settings, configAuthority: by }, paid = { ...bare, rentPayer, systemProgram: SystemProgram.programId };
  const limited = { ...bare, spendingLimit: limit, rentPayer, rentCollector: rentPayer };
  const build = {
    AddSigner: () => generated.createMultisigAddMemberInstruction(paid, { args: { newMember: theirs.newMember, memo: m } }),
    RemoveSigner: () => generated.createMultisigRemoveMemberInstruction(bare, { args: { oldMember: theirs.oldMember, memo: m } }),
    ChangeThreshold: () => generated.createMultisigChangeThresholdInstruction(bare, { args: { newThreshold: 2, memo: m } }),
    SetTimeLock: () => generated.createMultisigSetTimeLockInstruction(bare, { args: { timeLock: 86400, memo: m } }),
    SetRentCollector: () => generated.createMultisigSetRentCollectorInstruction(paid, { args: { rentCollector: theirs.newRentCollector, memo: m } }),
    AddSpendingLimit: () => generated.createMultisigAddSpendingLimitInstruction(limited, { args: { ...theirs, memo: m } }),
    RemoveSpendingLimit: () => generated.createMultisigRemoveSpendingLimitInstruction(limited, { args: { memo: m } }),
  };
  add(a, { kind: 'ChangeAsAdmin', by, rentPayer, action: ours, memo: note(m) }, build[kind]());
}
for (const next of [null, key()]) {
  const a = account(), by = key(), m = memo();
  add(a, { kind: 'HandOver', by, rentPayer: key(), next: next ? { kind: 'HeldBy', admin: next } : { kind: 'None' }, memo: note(m) },
    generated.createMultisigSetConfigAuthorityInstruction({ multisig: a.settings, configAuthority: by }, { args: { configAuthority: next ?? PublicKey.default, memo: m } }));
}

// ---- proposals
for (const index of [1n, 255n, 2n ** 40n]) {
  const a = account(), by = key(), rentPayer = key(), m = memo(), at = { multisigPda: a.settings, transactionIndex: index, member: by, memo: sdkNote(m) };
  add(a, { kind: 'CreateProposal', by, rentPayer, index }, sdk.proposalCreate({ multisigPda: a.settings, creator: by, rentPayer, transactionIndex: index, isDraft: false }));
  add(a, { kind: 'ActivateProposal', by, index }, sdk.proposalActivate(at));
  add(a, { kind: 'CastVote', by, index, vote: 'APPROVE', memo: note(m) }, sdk.proposalApprove(at));
  add(a, { kind: 'CastVote', by, index, vote: 'REJECT', memo: note(m) }, sdk.proposalReject(at));
  add(a, { kind: 'CastVote', by, index, vote: 'CANCEL', memo: note(m) }, sdk.proposalCancelV2(at));
}

// ---- what a vault signs
for (const [name, shape] of Object.entries(SHAPES)) {
  for (const vaultIndex of [0, 3]) {
    const a = account(), [vault, vaultBump] = multisig.getVaultPda({ multisigPda: a.settings, index: vaultIndex });
    const [calls, tables] = shape(vault), ours = tables.map((t) => ({ table: t.key, entries: t.state.addresses }));
    const transactionMessage = new TransactionMessage({ payerKey: vault, recentBlockhash: PublicKey.default.toBase58(), instructions: calls });
    const message = utils.transactionMessageToMultisigTransactionMessageBytes({ message: transactionMessage, addressLookupTableAccounts: tables, vaultPda: vault });
    const by = key(), rentPayer = key(), index = BigInt(1 + below(70000)), m = memo(), content = { kind: 'VaultInstructions', vaultIndex, message };
    stored.push({ name, account: { address: a.address, settings: a.settings }, vaultIndex, instructions: calls.map(spelled), tables: ours, message });
    add(a, { kind: 'CreateTransaction', by, rentPayer, index, content, memo: note(m) }, sdk.vaultTransactionCreate({
      multisigPda: a.settings, transactionIndex: index, creator: by, rentPayer, vaultIndex, ephemeralSigners: 0, transactionMessage,
      addressLookupTableAccounts: tables, memo: sdkNote(m) }));
    add(a, { kind: 'Close', index, collector: rentPayer, content }, sdk.vaultTransactionAccountsClose({ multisigPda: a.settings, rentCollector: rentPayer, transactionIndex: index }));
    await execution(a, { by, index, vaultIndex, vaultBump, message, tables, ours, ephemeral: 0 });
  }
}
{ // two ephemeral signers, as only other clients ask for them
  const a = account(), [vault, vaultBump] = multisig.getVaultPda({ multisigPda: a.settings, index: 0 }), index = 7n;
  const [transactionPda] = multisig.getTransactionPda({ multisigPda: a.settings, index });
  const signers = [0, 1].map((n) => multisig.getEphemeralSignerPda({ transactionPda, ephemeralSignerIndex: n })[0]);
  const calls = [call(key(), [named(vault, 'ws'), ...signers.map((s) => named(s, 'ws')), named(key(), 's')], bytes(4))];
  const message = utils.transactionMessageToMultisigTransactionMessageBytes({
    message: new TransactionMessage({ payerKey: vault, recentBlockhash: PublicKey.default.toBase58(), instructions: calls }), vaultPda: vault });
  await execution(a, { by: key(), index, vaultIndex: 0, vaultBump, message, tables: [], ours: [], ephemeral: 2 });
}

// ---- spending
for (let i = 0; i < 4; i++) {
  const a = account(), by = key(), destination = key(), vaultIndex = i, m = memo(), amount = { bits: digest().readBigUInt64LE(0) };
  const [limit] = multisig.getSpendingLimitPda({ multisigPda: a.settings, createKey: key() });
  const [vault] = multisig.getVaultPda({ multisigPda: a.settings, index: vaultIndex });
  const mint = i % 2 ? key() : null, decimals = mint ? 6 : 9, tokenProgram = TOKEN_PROGRAM_ID;
  const [from, to] = mint ? [vault, destination].map((owner) => getAssociatedTokenAddressSync(mint, owner, true, tokenProgram)) : [];
  const spend = { by, limit, vaultIndex, destination, amount, memo: note(m), route: mint ? { kind: 'Tokens', mint, tokenProgram, decimals, from, to } : { kind: 'Sol' } };
  // The SDK passes the system program for tokens too, which has no use there.
  add(a, { kind: 'Spend', ...spend }, generated.createSpendingLimitUseInstruction({
    multisig: a.settings, member: by, spendingLimit: limit, vault, destination, systemProgram: mint ? undefined : SystemProgram.programId,
    ...(mint && { mint, vaultTokenAccount: from, destinationTokenAccount: to, tokenProgram }),
  }, { args: { amount: new BN(amount.bits.toString()), decimals, memo: m } }));
}

async function execution(a, { by, index, vaultIndex, vaultBump, message, tables, ours, ephemeral }) {
  const [argument] = multisig.types.transactionMessageBeet.deserialize(Buffer.from(message));
  const [data] = generated.VaultTransaction.fromArgs({
    multisig: a.settings, creator: by, index: new BN(index.toString()), bump: 255, vaultIndex, vaultBump,
    ephemeralSignerBumps: Buffer.alloc(ephemeral, 255),
    message: {
      ...argument,
      instructions: argument.instructions.map((i) => ({ ...i, accountIndexes: Uint8Array.from(i.accountIndexes), data: Uint8Array.from(i.data) })),
      addressTableLookups: argument.addressTableLookups.map((l) => ({
        accountKey: l.accountKey, writableIndexes: Uint8Array.from(l.writableIndexes), readonlyIndexes: Uint8Array.from(l.readonlyIndexes) })),
    },
  }).serialize();
  const connection = {
    getAccountInfo: async () => ({ data, owner: multisig.PROGRAM_ID, lamports: 1, executable: false }),
    getAddressLookupTable: async (wanted) => ({ value: tables.find((t) => t.key.equals(wanted)) ?? null }),
  };
  const { instruction } = await sdk.vaultTransactionExecute({ connection, multisigPda: a.settings, transactionIndex: index, member: by });
  add(a, { kind: 'ExecuteInstructions', by, index, instructions: { vaultIndex, message }, tables: ours }, instruction);
}

writeFileSync(new URL('../resources/vectors/squads-operations.json', import.meta.url), `{"operations": ${list(operations)}, "stored": ${list(stored)}}\n`);
