// Makes web3-*.json: what @solana/web3.js and @solana/spl-token do with inputs drawn from a seeded generator.
// Deterministic: the same versions (package-lock.json) give the same files.
import { mkdirSync, writeFileSync } from "node:fs";
import {
  AddressLookupTableAccount, AddressLookupTableProgram, ComputeBudgetProgram, Keypair, NONCE_ACCOUNT_LENGTH,
  PublicKey, SystemProgram, TransactionInstruction, TransactionMessage, VersionedTransaction,
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
