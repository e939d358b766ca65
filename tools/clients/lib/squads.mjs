// Reads what the server built with libraries that know nothing of it.
import assert from 'node:assert/strict';
import { PublicKey, SystemInstruction, SystemProgram, TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import * as multisig from '@sqds/multisig';

const SUFFIX = 'InstructionDiscriminator';
const NAMES = new Map(Object.entries(multisig.generated)
  .filter(([name]) => name.endsWith(SUFFIX))
  .map(([name, discriminator]) => [Buffer.from(discriminator).toString('hex'), name.slice(0, -SUFFIX.length)]));

/**
 * The transaction of a builder's answer, decoded. Whoever has to sign stands among its static keys, the payer first, each with a slot
 * of zeroes in the same place; nobody else has one; and serialized again it is the very same bytes.
 */
export function unsigned(built) {
  const bytes = Buffer.from(built.transaction, 'base64');
  const transaction = VersionedTransaction.deserialize(bytes);
  const { header, staticAccountKeys } = transaction.message;
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58());
  assert.deepEqual([...signers].sort(), [...built.required_signers].sort());
  assert.equal(signers[0], built.fee.payer_address);
  assert.deepEqual(transaction.signatures.map((signature) => Buffer.from(signature)), signers.map(() => Buffer.alloc(64)));
  assert.deepEqual(Buffer.from(transaction.serialize()), bytes);
  assert.ok(bytes.length <= 1232, `${bytes.length} bytes`);
  assert.equal(built.fee.signature_fee, String(5000 * signers.length));
  return transaction;
}

/** The instructions of a decoded transaction, their accounts resolved. */
export function instructions(transaction) {
  const { message } = transaction;
  assert.equal(message.addressTableLookups.length, 0);
  const keys = message.staticAccountKeys;
  return message.compiledInstructions.map((instruction) => new TransactionInstruction({
    programId: keys[instruction.programIdIndex],
    keys: instruction.accountKeyIndexes.map((index) => ({
      pubkey: keys[index], isSigner: message.isAccountSigner(index), isWritable: message.isAccountWritable(index),
    })),
    data: Buffer.from(instruction.data),
  }));
}

/** What the account program's instructions are called, by their discriminators. */
export function names(transaction) {
  return instructions(transaction)
    .filter((instruction) => instruction.programId.equals(multisig.PROGRAM_ID))
    .map((instruction) => NAMES.get(instruction.data.subarray(0, 8).toString('hex')));
}

/** The instructions inside the transaction that is proposed, which the account itself signs. */
export function proposed(transaction) {
  const create = instructions(transaction)
    .find((instruction) => NAMES.get(instruction.data.subarray(0, 8).toString('hex')) === 'vaultTransactionCreate');
  const [{ args }] = multisig.generated.vaultTransactionCreateStruct.deserialize(create.data);
  const [inner] = multisig.types.transactionMessageBeet.deserialize(Buffer.from(args.transactionMessage), 0);
  const key = (index) => new PublicKey(inner.accountKeys[index]);
  return inner.instructions.map((instruction) => new TransactionInstruction({
    programId: key(instruction.programIdIndex),
    keys: Array.from(instruction.accountIndexes, (index) => ({
      pubkey: key(index), isSigner: index < inner.numSigners, isWritable: true,
    })),
    data: Buffer.from(instruction.data),
  }));
}

/** That what is proposed is one transfer of lamports, and nothing beside it. */
export function assertProposesTransfer(transaction, from, to, lamports) {
  const inside = proposed(transaction);
  assert.equal(inside.length, 1);
  assert.ok(inside[0].programId.equals(SystemProgram.programId));
  const { fromPubkey, toPubkey, lamports: amount } = SystemInstruction.decodeTransfer(inside[0]);
  assert.deepEqual([fromPubkey.toBase58(), toPubkey.toBase58(), BigInt(amount)], [from, to, BigInt(lamports)]);
}
