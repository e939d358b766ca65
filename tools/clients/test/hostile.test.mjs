// Hostile transactions, made by the programs' own clients, against filters and allowlists on the real runtime with the real program.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AddressLookupTableAccount, AddressLookupTableProgram, Connection, Keypair, PublicKey, SystemProgram, TransactionInstruction,
  TransactionMessage, VersionedTransaction,
} from '@solana/web3.js';
import * as token from '@solana/spl-token';
import * as multisig from '@sqds/multisig';
import { assertRefused, Client } from '../lib/http.mjs';
import { accountPath, addressOf, land, people, signer } from '../lib/custody.mjs';
import { ruleChange } from '../lib/intent.mjs';
import { startNode, startOnNode } from '../lib/server.mjs';

const TOKEN = 'a-key-for-the-hostile-test';
const SOL = 1_000_000_000;
const PREPARE = '/api/v0/smart_account/transaction/prepare';
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Of the program's creation fees; the program wants it named. */
const TREASURY = new PublicKey('5DH2e3cJmFpyi6mk65EGFediunm4ui6BiKNUNrhWtD1b');
const { TOKEN_PROGRAM_ID: T, TOKEN_2022_PROGRAM_ID: T22 } = token;
const GIVEAWAYS = ['gives_away_vault', 'gives_away_token_authority', 'closes_token_account_elsewhere', 'approves_delegate', 'unusable_receiver']
  .map((code) => `acknowledge=${code}`).join('&');

const folder = mkdtempSync(join(tmpdir(), 'mandate-hostile-'));
const [alice, shop, thief, victim, stranger] = people(5).map((person) => Object.assign(person, { key: person.publicKey }));
const hook = Keypair.generate().publicKey;
let node;
let server;
let client;
let connection;
let account;
let vault;
let settings;
const mints = {};

const ata = (mint, owner, program = T22) => token.getAssociatedTokenAddressSync(mint, owner, true, program);
const compiled = (payerKey, instructions, tables = [], recentBlockhash = PublicKey.default.toBase58()) =>
  new VersionedTransaction(new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message(tables));
const base64 = (transaction) => Buffer.from(transaction.serialize()).toString('base64');

/** A transaction of alice's on the chain itself, past the server. */
async function elsewhere(instructions, ...more) {
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = compiled(alice.key, instructions, [], blockhash);
  transaction.sign([alice, ...more]);
  const { value: [status] } = await connection.getSignatureStatuses(
    [await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })]);
  assert.equal(status?.err, null);
}

/** A mint with extensions, of which vault, shop and thief have accounts; the first two of these and the victim hold some. */
async function mint(program, extensions = [], initializing = () => []) {
  const secret = Keypair.generate();
  const key = secret.publicKey;
  const space = program === T ? token.MINT_SIZE : token.getMintLen(extensions);
  await elsewhere([
    SystemProgram.createAccount({ fromPubkey: alice.key, newAccountPubkey: key, space, lamports: SOL / 10, programId: program }),
    ...initializing(key),
    token.createInitializeMint2Instruction(key, 0, alice.key, null, program),
  ], secret);
  for (const owner of [vault, shop.key, thief.key, victim.key]) {
    await elsewhere([
      token.createAssociatedTokenAccountInstruction(alice.key, ata(key, owner, program), owner, key, program),
      ...(owner === thief.key ? [] : [token.createMintToInstruction(key, ata(key, owner, program), alice.key, 1_000, [], program)]),
    ]);
  }
  return key;
}

before(async () => {
  if (!process.env.SQUADS_V4_SO) {
    return;
  }
  node = await startNode();
  server = await startOnNode(node.url, folder, 'hostile', '--bootstrap-api-key', TOKEN);
  client = new Client(TOKEN, { url: server.url, headers: { 'x-service-network': 'devnet' } });
  connection = new Connection(node.url, 'confirmed');
  const { networks } = await client.ok('GET', '/api/v1/service');
  for (const address of [networks.devnet.fee_payer, ...[alice, shop, thief, victim].map(addressOf)]) {
    await connection.requestAirdrop(new PublicKey(address), 20 * SOL);
  }
  const made = await client.ok('POST', '/api/v1/smart-accounts', { smart_account_signers: [signer(alice)], threshold: 1 });
  account = made.smart_account_address;
  [vault, settings] = [account, made.multisig_address].map((address) => new PublicKey(address));
  await connection.requestAirdrop(vault, 20 * SOL);
  const { ExtensionType: Extension } = token;
  mints.plain = await mint(T);
  mints.fee = await mint(T22, [Extension.TransferFeeConfig], (key) => [
    token.createInitializeTransferFeeConfigInstruction(key, alice.key, vault, 100, 10n, T22)]);
  mints.hooked = await mint(T22, [Extension.TransferHook], (key) => [
    token.createInitializeTransferHookInstruction(key, alice.key, hook, T22)]);
  mints.seizable = await mint(T22, [Extension.PermanentDelegate], (key) => [
    token.createInitializePermanentDelegateInstruction(key, vault, T22)]);
  await rule('allowlists', { allowlists: [{ id: 'friends', kind: 'DESTINATION', addresses: [addressOf(shop)] }] });
  await rule('transaction-filters', {
    default_effect: 'ALLOW',
    transaction_filters: [{ id: 'no-burn', effect: 'DENY', program: T.toBase58(), instruction: 'burn' }],
  });
});

after(async () => {
  await server?.stop();
  node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function rule(kind, fields) {
  const path = `${accountPath(account)}/${kind}`;
  await client.ok('PUT', path, await ruleChange(client, 'devnet', path, fields, alice));
}

const preparation = (transaction) => ({
  smart_account_address: account, transaction: base64(transaction), fee_config: { currency: 'sol' },
  transaction_signers: [addressOf(alice)],
});
const prepare = (transaction, query = '') => client.ask('POST', `${PREPARE}?${GIVEAWAYS}${query}`, preparation(transaction));
const submitted = (transaction) => client.ask(
  'POST', `${accountPath(account)}/submit?${GIVEAWAYS}`, { transaction: base64(transaction), kms_payloads: [] });

/** The index that the account's next transaction gets. */
async function nextIndex() {
  const built = await client.ok('POST', PREPARE, preparation(compiled(vault, [sol(shop)])));
  return BigInt(built.transaction_index);
}

/** The steps by which another client proposes and approves content, of the account or of another one, by its member. */
function proposal(multisigPda, transactionIndex, payerKey, instructions, member = alice.key, tables = []) {
  const at = { multisigPda, transactionIndex };
  return [
    multisig.instructions.vaultTransactionCreate({
      ...at, creator: member, vaultIndex: 0, ephemeralSigners: 0, addressLookupTableAccounts: tables,
      transactionMessage: new TransactionMessage({ payerKey, recentBlockhash: PublicKey.default.toBase58(), instructions }),
    }),
    multisig.instructions.proposalCreate({ ...at, creator: member }),
    multisig.instructions.proposalApprove({ ...at, member }),
  ];
}

async function signedElsewhere(instructions) {
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = compiled(alice.key, instructions, [], blockhash);
  transaction.sign([alice]);
  return transaction;
}

function assertVetoed(reply, rules) {
  assertRefused(reply, 422, 'policy_veto');
  rules.forEach((name) => assert.match(reply.text, new RegExp(`Rule ${name} forbids`)));
}

/** That it is refused by these rules when built, tried, and brought signed from elsewhere. */
async function assertVetoedEverywhere(instructions, rules) {
  const transaction = compiled(vault, instructions);
  const built = await prepare(transaction);
  assertVetoed(built, rules);
  const { verdict } = (await prepare(transaction, '&dry_run=true')).json;
  assert.deepEqual([verdict.outcome, verdict.code], ['refused', 'policy_veto']);
  const brought = await submitted(await signedElsewhere(proposal(settings, await nextIndex(), vault, instructions)));
  assertVetoed(brought, rules);
  assert.deepEqual(brought.json.details, built.json.details, 'the same reasons');
}

const sol = (to, lamports = 1_000_000) => SystemProgram.transfer({ fromPubkey: vault, toPubkey: to.key ?? to, lamports });
const moved = (mintKey, to, program = T22, from = vault) => token.createTransferCheckedInstruction(
  ata(mintKey, from, program), mintKey, ata(mintKey, to.key, program), vault, 10, 0, [], program);

/** Instructions of a token program in one: a list of instructions (255), each as number of accounts, number of bytes, bytes. */
function batch(...instructions) {
  return new TransactionInstruction({
    programId: T,
    keys: instructions.flatMap(({ keys }) => keys),
    data: Buffer.concat([Buffer.of(255), ...instructions.flatMap(({ keys, data }) => [Buffer.of(keys.length, data.length), data])]),
  });
}

const HOSTILE = {
  'SOL to a stranger': [() => [sol(shop), sol(thief)], 'friends'],
  'SOL to a token account of a stranger': [() => [sol(ata(mints.plain, thief.key, T))], 'friends'],
  'SOL into a new account of another program': [() => [SystemProgram.createAccountWithSeed({
    fromPubkey: vault, basePubkey: vault, seed: 'a', newAccountPubkey: stranger.key, lamports: SOL, space: 0, programId: hook,
  })], 'friends'],
  'the vault itself to another program': [() => [SystemProgram.assign({ accountPubkey: vault, programId: hook })], 'friends'],
  'an unknown program that may call any other': [() => [new TransactionInstruction({
    programId: hook, data: Buffer.from(sol(thief).data),
    keys: [{ pubkey: vault, isSigner: true, isWritable: true }, { pubkey: thief.key, isSigner: false, isWritable: true },
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false }],
  })], 'unread', 'friends'],
  'tokens to a stranger': [() => [moved(mints.plain, thief, T)], 'friends'],
  'tokens to a stranger, unchecked': [() => [token.createTransferInstruction(
    ata(mints.plain, vault, T), ata(mints.plain, thief.key, T), vault, 10)], 'friends'],
  'tokens to an account that nobody knows': [() => [moved(mints.plain, stranger, T)], 'unread', 'friends'],
  'tokens to an account made for a stranger': [() => [
    token.createAssociatedTokenAccountInstruction(vault, ata(mints.plain, stranger.key, T), stranger.key, mints.plain),
    moved(mints.plain, stranger, T)], 'friends'],
  'tokens to a stranger in a batch': [() => [batch(moved(mints.plain, shop, T), moved(mints.plain, thief, T))], 'friends'],
  'a burn, which is denied, in a batch': [() => [batch(
    moved(mints.plain, shop, T), token.createBurnInstruction(ata(mints.plain, vault, T), mints.plain, vault, 1))], 'no-burn'],
  'a delegate, who could transfer later': [() => [
    token.createApproveInstruction(ata(mints.plain, vault, T), thief.key, vault, 10)], 'friends'],
  'a delegate, checked': [() => [
    token.createApproveCheckedInstruction(ata(mints.plain, vault, T), mints.plain, thief.key, vault, 10, 0)], 'friends'],
  'a token account to another owner': [() => [token.createSetAuthorityInstruction(
    ata(mints.plain, vault, T), vault, token.AuthorityType.AccountOwner, thief.key)], 'friends'],
  'the right to close a token account': [() => [token.createSetAuthorityInstruction(
    ata(mints.plain, vault, T), vault, token.AuthorityType.CloseAccount, thief.key)], 'friends'],
  'the rent of a token account': [() => [token.createCloseAccountInstruction(ata(mints.plain, vault, T), thief.key, vault)], 'friends'],
  'Token-2022: a transfer that calls a hook': [() => [moved(mints.hooked, shop)], 'unread', 'friends'],
  'Token-2022: a transfer with a fee': [() => [token.createTransferCheckedWithFeeInstruction(
    ata(mints.fee, vault), mints.fee, ata(mints.fee, thief.key), vault, 100n, 0, 1n)], 'friends'],
  'Token-2022: withheld fees': [() => [token.createWithdrawWithheldTokensFromAccountsInstruction(
    mints.fee, ata(mints.fee, thief.key), vault, [], [ata(mints.fee, shop.key)])], 'unread', 'friends'],
  'Token-2022: what a permanent delegate takes': [() => [moved(mints.seizable, thief, T22, victim.key)], 'friends'],
  'a proposal within a proposal': [() => proposal(other(), 1n, otherVault(), [sol(thief)], vault), 'friends'],
  'an unknown program in a proposal within a proposal': [() => proposal(other(), 1n, otherVault(), [new TransactionInstruction({
    programId: hook, data: Buffer.alloc(0), keys: [{ pubkey: otherVault(), isSigner: true, isWritable: true }],
  })], vault), 'unread', 'friends'],
  'a limit of another account that pays anybody': [() => [multisig.instructions.configTransactionCreate({
    multisigPda: other(), transactionIndex: 1n, creator: vault, actions: [openLimit()],
  })], 'friends'],
  'the rent of a buffer, which its creator takes back': [() => [multisig.generated.createTransactionBufferCreateInstruction(
    { multisig: other(), transactionBuffer: stranger.key, creator: thief.key, rentPayer: vault },
    { args: { bufferIndex: 0, vaultIndex: 0, finalBufferHash: Array(32).fill(0), finalBufferSize: 10_000, buffer: new Uint8Array(10) } },
  )], 'friends'],
  'the rent of a proposal, which another account collects': [() => [multisig.instructions.proposalCreate({
    multisigPda: other(), transactionIndex: 1n, creator: vault, rentPayer: vault })], 'friends'],
};

/** Another account, of which the vault is a member; the server does not know it. */
const otherKey = Keypair.generate();
const other = () => multisig.getMultisigPda({ createKey: otherKey.publicKey })[0];
const otherVault = () => multisig.getVaultPda({ multisigPda: other(), index: 0 })[0];

const HARMLESS = {
  'SOL and tokens to the listed shop': () => [sol(shop), moved(mints.plain, shop, T)],
  'a transfer with a fee': () => [moved(mints.fee, shop)],
  'what a permanent delegate takes for the shop': () => [moved(mints.seizable, shop, T22, victim.key)],
  'a memo': () => [new TransactionInstruction({ programId: MEMO, keys: [{ pubkey: vault, isSigner: true, isWritable: false }], data: Buffer.from('hello') })],
};

describe('filters and allowlists', { skip: process.env.SQUADS_V4_SO ? false : 'needs SQUADS_V4_SO' }, () => {
  for (const [name, [instructions, ...rules]] of Object.entries(HOSTILE)) {
    test(`refuse ${name}`, () => assertVetoedEverywhere(instructions(), rules));
  }

  for (const [name, instructions] of Object.entries(HARMLESS)) {
    test(`let pass ${name}`, async () => {
      await land(client, account, await client.ok('POST', PREPARE, preparation(compiled(vault, instructions()))), alice);
    });
  }

  test('approve and execute nothing that another client proposed', async () => {
    const index = await nextIndex();
    const [created, opened, approved] = proposal(settings, index, vault, [sol(thief)]);
    const path = `${accountPath(account)}/transactions/${index}`;
    await elsewhere([created, opened]);

    assertVetoed(await client.ask('POST', `${path}/approve`, {}), ['friends']);
    assertRefused(await submitted(await signedElsewhere([approved])), 422, 'vote_names_nothing');
    await elsewhere([approved]);
    assertVetoed(await client.ask('POST', `${path}/execute`, {}), ['friends']);
    assertVetoed(await submitted(await signedElsewhere([execution(settings, index, alice.key, [vault, thief.key])])), ['friends']);
    await land(client, account, await client.ok('POST', `${path}/cancel`, {}), alice);
  });

  test('refuse a limit that pays anybody, and a batch', async () => {
    const at = { multisigPda: settings, transactionIndex: await nextIndex(), creator: alice.key };
    assertVetoed(await submitted(await signedElsewhere([multisig.instructions.configTransactionCreate({ ...at, actions: [openLimit()] })])), ['friends']);
    const message = new TransactionMessage({ payerKey: vault, recentBlockhash: PublicKey.default.toBase58(), instructions: [sol(thief)] });
    const reply = await submitted(await signedElsewhere([
      multisig.instructions.batchCreate({ multisigPda: settings, batchIndex: at.transactionIndex, creator: alice.key, vaultIndex: 0 }),
      multisig.instructions.proposalCreate({ ...at, isDraft: true }),
      multisig.instructions.batchAddTransaction({
        vaultIndex: 0, multisigPda: settings, member: alice.key, batchIndex: at.transactionIndex, transactionIndex: 1,
        ephemeralSigners: 0, transactionMessage: message, addressLookupTableAccounts: [],
      }),
    ]));
    assertRefused(reply, 422, 'foreign_instruction');
  });

  test('refuse what a lookup table hides, and what it does not hold yet', async () => {
    const table = await lookupTable(thief.key);
    const hidden = compiled(vault, [sol(thief)], [table]);
    assert.equal(hidden.message.addressTableLookups.length, 1);
    assertVetoed(await prepare(hidden), ['friends']);
    assertVetoed(await broughtWith(table, sol(thief)), ['friends']);

    const grown = await lookupTable(shop.key);
    const later = pretending(grown, [shop.key, thief.key]);
    assertRefused(await prepare(compiled(vault, [sol(thief)], [later])), 422, 'table_entry_missing');
    assertRefused(await broughtWith(later, sol(thief)), 422, 'content_opaque');
    const built = await client.ok('POST', PREPARE, preparation(compiled(vault, [sol(shop)], [grown])));
    await elsewhere([AddressLookupTableProgram.extendLookupTable({
      lookupTable: grown.key, authority: alice.key, payer: alice.key, addresses: [thief.key] })]);
    await sleep(2_000);
    assertVetoed(await prepare(compiled(vault, [sol(thief)], [later])), ['friends']);
    assertVetoed(await broughtWith(later, sol(thief)), ['friends']);
    await land(client, account, built, alice);
  });

  test('refuse a lookup table of another program', async () => {
    const none = pretending({ key: shop.key }, [thief.key]);
    assertRefused(await prepare(compiled(vault, [sol(thief)], [none])), 404, 'table_missing');
    assertRefused(await broughtWith(none, sol(thief)), 422, 'content_opaque');
  });

  test('refuse votes and executions in another account for content that others put there', async () => {
    await elsewhere([multisig.instructions.multisigCreateV2({
      treasury: TREASURY, creator: alice.key, multisigPda: other(), configAuthority: null, threshold: 1, timeLock: 0, rentCollector: null,
      createKey: otherKey.publicKey, members: [vault, alice.key].map((key) => ({ key, permissions: multisig.types.Permissions.all() })),
    })], otherKey);
    const theft = SystemProgram.transfer({ fromPubkey: otherVault(), toPubkey: thief.key, lamports: 1_000_000 });
    const [created, opened] = proposal(other(), 1n, otherVault(), [theft]);
    await elsewhere([created, opened]);

    const blind = compiled(vault, [multisig.instructions.proposalApprove({ multisigPda: other(), transactionIndex: 1n, member: vault })]);
    assertRefused(await prepare(blind), 422, 'vote_names_nothing');
    const batched = compiled(vault, [multisig.instructions.batchCreate({
      multisigPda: other(), batchIndex: 2n, creator: vault, vaultIndex: 0 })]);
    assertRefused(await prepare(batched), 422, 'instruction_unreadable');
    await assertVetoedEverywhere([execution(other(), 1n, vault, [otherVault(), thief.key])], ['friends']);
  });
});

const openLimit = () => ({
  __kind: 'AddSpendingLimit', createKey: stranger.key, vaultIndex: 0, mint: PublicKey.default, amount: 1,
  period: multisig.types.Period.Day, members: [alice.key], destinations: [],
});

/** The execution of a transfer of SOL. */
function execution(multisigPda, index, member, written) {
  const [transaction] = multisig.getTransactionPda({ multisigPda, index });
  const [proposalPda] = multisig.getProposalPda({ multisigPda, transactionIndex: index });
  return multisig.generated.createVaultTransactionExecuteInstruction({
    multisig: multisigPda, proposal: proposalPda, transaction, member,
    anchorRemainingAccounts: [
      ...written.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false }],
  });
}

/** A lookup table that claims to hold these addresses. */
const pretending = ({ key }, addresses) => new AddressLookupTableAccount({
  key, state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, authority: alice.key, addresses },
});

/** A lookup table of alice's on the chain. */
async function lookupTable(...addresses) {
  const { context } = await connection.getLatestBlockhashAndContext();
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
    authority: alice.key, payer: alice.key, recentSlot: context.slot - 1 });
  await elsewhere([create, AddressLookupTableProgram.extendLookupTable({
    lookupTable, authority: alice.key, payer: alice.key, addresses })]);
  await sleep(2_000);
  return pretending({ key: lookupTable }, addresses);
}

const broughtWith = async (table, instruction) => submitted(await signedElsewhere(
  proposal(settings, await nextIndex(), vault, [instruction], alice.key, [table])));
