// Makes web3-*.json: what @solana/web3.js and @solana/spl-token do with inputs drawn from a seeded generator.
// Deterministic: the same versions (package-lock.json) give the same files.
import { mkdirSync, writeFileSync } from "node:fs";
import {
  AddressLookupTableAccount, AddressLookupTableProgram, ComputeBudgetProgram, Keypair, NonceAccount, PublicKey, SystemProgram, TransactionInstruction, TransactionMessage, VersionedTransaction,
} from "@solana/web3.js";
import * as token from "@solana/spl-token";

const out = new URL("../resources/vectors/", import.meta.url);
mkdirSync(out, { recursive: true });
// One entry a line, so that a change shows as such.
const save = (name, lists) => writeFileSync(
  new URL(name, out),
  "{" + Object.entries(lists).map(([key, list]) => `"${key}": [\n${list.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`).join(",\n") + "}\n",
);
const hex = (bytes) => Buffer.from(bytes).toString("hex");

// mulberry32: small, seeded, good enough for shapes.
let state = 0x6d616e64;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const upTo = (n) => Math.floor(random() * (n + 1));
const bytes = (n) => Uint8Array.from({ length: n }, () => upTo(255));
const address = () => new PublicKey(bytes(32));
const keypair = () => Keypair.fromSeed(bytes(32));
const pick = (list) => list[upTo(list.length - 1)];
const u64 = () => Buffer.from(bytes(8)).readBigUInt64LE();

// ---- addresses

const curve = [];
for (let i = 0; i < 120; i++) {
  const key = i % 3 === 0 ? keypair().publicKey : address();
  curve.push({ address: key.toBase58(), onCurve: PublicKey.isOnCurve(key.toBytes()) });
}
const derived = [];
for (let i = 0; i < 60; i++) {
  const program = address();
  const seeds = Array.from({ length: i < 15 ? i : upTo(15) }, () => bytes(upTo(32)));
  const [found, bump] = PublicKey.findProgramAddressSync(seeds, program);
  derived.push({ program: program.toBase58(), seeds: seeds.map(hex), address: found.toBase58(), bump });
}
save("web3-addresses.json", { curve, derived });

// ---- messages

const messages = [];

function record(name, { payer, instructions, tables = [], signers = [] }, versions = ["LEGACY", "V0"]) {
  const lifetime = address().toBase58();
  for (const version of versions) {
    const build = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: lifetime, instructions });
    const accounts = tables.map(
      (t) => new AddressLookupTableAccount({ key: t.table, state: { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: t.entries } }),
    );
    const compiled = version === "LEGACY" ? build.compileToLegacyMessage() : build.compileToV0Message(accounts);
    const unsigned = new VersionedTransaction(compiled);
    const wire = hex(unsigned.serialize());
    if (wire.length / 2 > 1232) throw new Error(`${name} is too long`);
    // From the last slot to the first, so that there is a partly signed transaction wherever there are two signers.
    const steps = [];
    for (const signer of [...signers].reverse().concat(payer)) {
      unsigned.sign([signer]);
      const slot = compiled.staticAccountKeys.findIndex((key) => key.equals(signer.publicKey));
      steps.push({
        signer: signer.publicKey.toBase58(), signature: hex(unsigned.signatures[slot]), transaction: hex(unsigned.serialize()),
      });
    }
    messages.push({
      name: `${name}, ${version === "LEGACY" ? "legacy" : "version 0"}`,
      version, feePayer: payer.publicKey.toBase58(), lifetime,
      instructions: instructions.map((ix) => ({
        program: ix.programId.toBase58(),
        accounts: ix.keys.map((k) => ({ address: k.pubkey.toBase58(), signer: k.isSigner, writable: k.isWritable })),
        data: hex(ix.data),
      })),
      tables: version === "LEGACY" ? [] : tables.map((t) => ({ table: t.table.toBase58(), entries: t.entries.map((e) => e.toBase58()) })),
      message: hex(compiled.serialize()), unsigned: wire, signed: steps,
    });
  }
}

const payer = keypair();
const alice = keypair();
const bob = keypair();
const transfer = (from, to, lamports) => SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
const budget = () => [
  ComputeBudgetProgram.setComputeUnitLimit({ units: upTo(1_400_000) }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: u64() }),
];
const nonce = keypair().publicKey;
const advance = (authority) => SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: authority.publicKey });
const raw = (programId, keys, data) => new TransactionInstruction({ programId, keys, data: Buffer.from(data) });
const meta = (pubkey, isSigner, isWritable) => ({ pubkey, isSigner, isWritable });

record("no instruction", { payer, instructions: [] });
record("one transfer", { payer, instructions: [transfer(payer, address(), 1)] });
record("a transfer by another than the payer", { payer, instructions: [transfer(alice, address(), 2)], signers: [alice] });
record("two signers who stand in descending order", { payer, instructions: [transfer(bob, address(), 1), transfer(alice, address(), 1)], signers: [bob, alice] });
record("compute budget before a transfer", { payer, instructions: [...budget(), transfer(payer, address(), 3)] });
record("a durable nonce", { payer, instructions: [advance(payer), transfer(payer, address(), 4)] });
record("a durable nonce of another authority, with compute budget", {
  payer, instructions: [advance(alice), ...budget(), transfer(payer, address(), 5)], signers: [alice],
});
{
  const shared = address();
  record("rights that grow over the instructions", {
    payer,
    instructions: [
      raw(address(), [meta(shared, false, false), meta(alice.publicKey, false, false)], []),
      raw(address(), [meta(shared, false, true), meta(alice.publicKey, true, false)], [1]),
      raw(address(), [meta(bob.publicKey, true, false), meta(bob.publicKey, false, true)], [2, 3]),
    ],
    signers: [alice, bob],
  });
  record("the payer named readonly and without signing", { payer, instructions: [raw(address(), [meta(payer.publicKey, false, false)], [9])] });
  const program = address();
  record("a program that is also an account", { payer, instructions: [raw(program, [meta(program, false, false)], []), raw(address(), [meta(program, false, true)], [])] });
  record("one account named many times", { payer, instructions: [raw(address(), Array.from({ length: 200 }, () => meta(shared, false, true)), bytes(300))] });
  record("data of 127, 128 and 500 bytes", { payer, instructions: [127, 128, 500].map((n) => raw(program, [], bytes(n))) });
}
{
  const signers = Array.from({ length: 10 }, keypair);
  record("eleven signers", {
    payer, signers,
    instructions: [raw(SystemProgram.programId, signers.map((s, i) => meta(s.publicKey, true, i % 2 === 0)), [])],
  });
}
{
  const entries = Array.from({ length: 256 }, address);
  const table = { table: address(), entries };
  const program = address();
  record("loaded from one table", {
    payer, tables: [table],
    instructions: [raw(program, [meta(entries[0], false, true), meta(entries[255], false, false), meta(address(), false, false)], [])],
  }, ["V0"]);
  record("a table that gives nothing", { payer, tables: [table], instructions: [transfer(payer, address(), 1)] }, ["V0"]);
  record("signers and programs are never loaded", {
    payer, signers: [alice],
    tables: [{ table: address(), entries: [payer.publicKey, alice.publicKey, program, entries[7]] }],
    instructions: [raw(program, [meta(alice.publicKey, true, true), meta(entries[7], false, true)], [])],
  }, ["V0"]);
  record("the first of two tables gives, and the first of two entries", {
    payer,
    tables: [{ table: address(), entries: [entries[3], entries[4], entries[3]] }, { table: address(), entries: [entries[5], entries[3]] }],
    instructions: [raw(program, [meta(entries[3], false, false), meta(entries[5], false, true), meta(entries[4], false, true)], [])],
  }, ["V0"]);
  record("the same table twice", {
    payer, tables: [table, table],
    instructions: [raw(program, [meta(entries[9], false, true), meta(entries[8], false, false)], [])],
  }, ["V0"]);
  record("two hundred loaded keys", {
    payer, tables: [table],
    instructions: [raw(program, entries.slice(0, 200).map((e, i) => meta(e, false, i % 3 === 0)), [1, 2, 3])],
  }, ["V0"]);
  record("two hundred and fifty-three loaded keys, 256 in all", {
    payer, tables: [table],
    instructions: [raw(program, entries.slice(0, 253).map((e) => meta(e, false, true)), []), raw(address(), [], [])],
  }, ["V0"]);
}
for (let i = 0; messages.length < 90; i++) {
  const signers = Array.from({ length: upTo(3) }, keypair);
  const others = Array.from({ length: 1 + upTo(9) }, address);
  const programs = Array.from({ length: 1 + upTo(2) }, address);
  const pool = [...signers.map((s) => s.publicKey), payer.publicKey, ...others, pick(programs)];
  const instructions = Array.from({ length: 1 + upTo(4) }, () =>
    raw(pick(programs), Array.from({ length: upTo(8) }, () => {
      const key = pick(pool);
      return meta(key, signers.some((s) => s.publicKey.equals(key)) && random() < 0.7, random() < 0.5);
    }), bytes(upTo(40))));
  for (const s of signers) {
    instructions.push(raw(pick(programs), [meta(s.publicKey, true, random() < 0.5)], []));
  }
  const tables = Array.from({ length: upTo(3) }, () => ({
    table: address(), entries: Array.from({ length: 1 + upTo(12) }, () => (random() < 0.5 ? pick(pool) : address())),
  }));
  record(`drawn ${i}`, { payer, instructions, tables, signers });
}
save("web3-messages.json", { messages });

// ---- common programs

const instructions = [];
const entry = (kind, fields, ix) => instructions.push({
  kind, ...fields, program: ix.programId.toBase58(),
  accounts: ix.keys.map((k) => ({ address: k.pubkey.toBase58(), signer: k.isSigner, writable: k.isWritable })),
  data: hex(ix.data),
});
for (let i = 0; i < 6; i++) {
  const [a, b, c, d] = Array.from({ length: 4 }, address);
  const t = (key) => key.toBase58();
  const amount = i === 0 ? 0n : i === 1 ? 18446744073709551615n : u64();
  const text = { amount: amount.toString() };
  const units = i === 0 ? 0 : i === 1 ? 4294967295 : upTo(1_400_000);
  // web3.js refuses a u64 above 2^53 in some of its own instructions.
  const lamports = Number(amount >> 11n);
  entry("system.transfer", { from: t(a), to: t(b), amount: amount.toString() }, SystemProgram.transfer({ fromPubkey: a, toPubkey: b, lamports: amount }));
  entry("system.createAccount", { payer: t(a), account: t(b), amount: `${lamports}`, space: 165 + i, owner: t(c) },
    SystemProgram.createAccount({ fromPubkey: a, newAccountPubkey: b, lamports, space: 165 + i, programId: c }));
  entry("system.advanceNonce", { account: t(a), authority: t(b) }, SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: b }));
  entry("system.withdrawNonce", { account: t(a), to: t(c), authority: t(b), amount: `${lamports}` },
    SystemProgram.nonceWithdraw({ noncePubkey: a, authorizedPubkey: b, toPubkey: c, lamports }));
  entry("system.initializeNonce", { account: t(a), authority: t(b) }, SystemProgram.nonceInitialize({ noncePubkey: a, authorizedPubkey: b }));
  entry("budget.unitLimit", { amount: `${units}` }, ComputeBudgetProgram.setComputeUnitLimit({ units }));
  entry("budget.unitPrice", text, ComputeBudgetProgram.setComputeUnitPrice({ microLamports: amount }));
  entry("budget.heapFrame", { amount: `${units}` }, ComputeBudgetProgram.requestHeapFrame({ bytes: units }));
  for (const [name, programId] of [["TOKEN", token.TOKEN_PROGRAM_ID], ["TOKEN_2022", token.TOKEN_2022_PROGRAM_ID]]) {
    const cosigners = i < 3 ? [] : Array.from({ length: i - 2 }, address);
    const common = { tokenProgram: name, ...text, cosigners: cosigners.map(t) };
    entry("token.transfer", { ...common, source: t(a), destination: t(b), authority: t(c) },
      token.createTransferInstruction(a, b, c, amount, cosigners, programId));
    entry("token.transferChecked", { ...common, source: t(a), mint: t(d), destination: t(b), authority: t(c), decimals: i },
      token.createTransferCheckedInstruction(a, d, b, c, amount, i, cosigners, programId));
    const ata = token.getAssociatedTokenAddressSync(d, c, true, programId);
    const ataFields = { tokenProgram: name, payer: t(a), account: t(ata), owner: t(c), mint: t(d) };
    entry("associated.create", ataFields, token.createAssociatedTokenAccountInstruction(a, ata, c, d, programId));
    entry("associated.createIdempotent", ataFields, token.createAssociatedTokenAccountIdempotentInstruction(a, ata, c, d, programId));
  }
}

const accounts = [];
for (let i = 0; i < 8; i++) {
  const [a, b, c, d] = Array.from({ length: 4 }, address);
  const t = (key) => key.toBase58();
  const [amount, other] = [u64(), u64()];
  const bit = (n) => (i >> n) & 1;
  const mint = Buffer.alloc(token.MintLayout.span);
  token.MintLayout.encode({
    mintAuthorityOption: bit(0), mintAuthority: bit(0) ? a : PublicKey.default, supply: amount, decimals: i, isInitialized: true,
    freezeAuthorityOption: bit(1), freezeAuthority: bit(1) ? b : PublicKey.default,
  }, mint);
  accounts.push({
    kind: "mint", mintAuthority: bit(0) ? t(a) : null, supply: amount.toString(), decimals: i, freezeAuthority: bit(1) ? t(b) : null,
    data: hex(mint),
  });
  const held = Buffer.alloc(token.AccountLayout.span);
  token.AccountLayout.encode({
    mint: a, owner: b, amount, delegateOption: bit(0), delegate: bit(0) ? c : PublicKey.default, state: bit(1) ? 2 : 1,
    isNativeOption: bit(2), isNative: bit(2) ? other : 0n, delegatedAmount: bit(0) ? other : 0n,
    closeAuthorityOption: bit(1), closeAuthority: bit(1) ? d : PublicKey.default,
  }, held);
  accounts.push({
    kind: "token", mint: t(a), owner: t(b), amount: amount.toString(), delegate: bit(0) ? t(c) : null, frozen: bit(1) === 1,
    nativeReserve: bit(2) ? other.toString() : null, delegatedAmount: bit(0) ? other.toString() : "0", closeAuthority: bit(1) ? t(d) : null,
    data: hex(held),
  });
}
for (let i = 0; i < 4; i++) {
  // Neither library writes these: the bytes are drawn, and what is expected is what it reads from them.
  const data = Buffer.from(bytes(80));
  data.writeUInt32LE(1, 0);
  data.writeUInt32LE(1, 4);
  const nonceAccount = NonceAccount.fromAccountData(data);
  accounts.push({
    kind: "nonce", authority: nonceAccount.authorizedPubkey.toBase58(), value: nonceAccount.nonce,
    fee: data.readBigUInt64LE(72).toString(), data: hex(data),
  });
  const table = Buffer.from(bytes(56 + 32 * (i * i)));
  table.writeUInt32LE(1, 0);
  if (i < 2) table.fill(0xff, 4, 12);
  table.writeBigUInt64LE(BigInt(upTo(1e9)), 12);
  table[21] = i === 3 ? 0 : 1;
  if (i === 3) table.fill(0, 22, 54);
  table.fill(0, 54, 56);
  const read = AddressLookupTableAccount.deserialize(table);
  accounts.push({
    kind: "table", deactivationSlot: read.deactivationSlot.toString(), lastExtendedSlot: `${read.lastExtendedSlot}`,
    firstOfLastExtension: read.lastExtendedSlotStartIndex, authority: read.authority ? read.authority.toBase58() : null,
    entries: read.addresses.map((key) => key.toBase58()), data: hex(table),
  });
}
for (let i = 0; i < 5; i++) {
  const [authority, payer, recipient] = Array.from({ length: 3 }, address);
  const slot = i === 0 ? 0n : i === 1 ? 18446744073709551615n : u64() >> 24n;
  const [creation, table] = AddressLookupTableProgram.createLookupTable({ authority, payer, recentSlot: slot });
  const entries = Array.from({ length: [0, 1, 2, 20, 30][i] }, address);
  const t = (key) => key.toBase58();
  const own = { table: t(table), authority: t(authority) };
  const common = { lookupTable: table, authority };
  entry("table.create", { ...own, payer: t(payer), slot: slot.toString() }, creation);
  entry("table.extend", { ...own, payer: t(payer), entries: entries.map(t) },
    AddressLookupTableProgram.extendLookupTable({ ...common, payer, addresses: entries }));
  entry("table.extend", { ...own, payer: null, entries: entries.map(t) },
    AddressLookupTableProgram.extendLookupTable({ ...common, addresses: entries }));
  entry("table.freeze", own, AddressLookupTableProgram.freezeLookupTable(common));
  entry("table.deactivate", own, AddressLookupTableProgram.deactivateLookupTable(common));
  entry("table.close", { ...own, recipient: t(recipient) }, AddressLookupTableProgram.closeLookupTable({ ...common, recipient }));
}
save("web3-programs.json", { instructions, accounts });
