// Builds "prepare" (propose, two approvals, execute a SOL transfer, in one transaction) and "create" with @sqds/multisig, from
// arguments to unsigned bytes, and prints how many of each a second: {"prepare": n, "create": n}.
//   node bench.mjs [seconds]
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage } from '@solana/web3.js';
import { createHash } from 'node:crypto';
import * as multisig from '@sqds/multisig';

const seconds = Number(process.argv[2] ?? 5);
const key = (name) => Keypair.fromSeed(createHash('sha256').update(name).digest()).publicKey;
const [payer, receiver, treasury, alice, bob, carol] = ['payer', 'receiver', 'treasury', 'alice', 'bob', 'carol'].map(key);
const blockhash = key('blockhash').toBase58();
const { Permissions } = multisig.types;
const members = [alice, bob, carol].map((k) => ({ key: k, permissions: Permissions.all() }));
const [multisigPda] = multisig.getMultisigPda({ createKey: key('create key') });
const [vault] = multisig.getVaultPda({ multisigPda, index: 0 });

function bytes(instructions) {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(...instructions);
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
}

async function prepare(index) {
  const transactionIndex = BigInt(index);
  const message = new TransactionMessage({
    payerKey: vault,
    recentBlockhash: blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: vault, toPubkey: receiver, lamports: 1_000_000 })],
  });
  const create = multisig.instructions.vaultTransactionCreate({
    multisigPda, transactionIndex, creator: alice, rentPayer: payer, vaultIndex: 0, ephemeralSigners: 0, transactionMessage: message,
  });
  const propose = multisig.instructions.proposalCreate({ multisigPda, transactionIndex, creator: alice, rentPayer: payer });
  const approvals = [alice, bob].map((member) => multisig.instructions.proposalApprove({ multisigPda, transactionIndex, member }));
  const execute = executeInstruction(transactionIndex, message);
  return bytes([create, propose, ...approvals, execute]);
}

/** The SDK's own vaultTransactionExecute reads the stored transaction from the chain first; here it is at hand. */
function executeInstruction(transactionIndex, message) {
  const stored = multisig.utils.transactionMessageToMultisigTransactionMessageBytes({ message, addressLookupTableAccounts: [], vaultPda: vault });
  const [decoded] = multisig.types.transactionMessageBeet.deserialize(Buffer.from(stored), 0);
  const [proposal] = multisig.getProposalPda({ multisigPda, transactionIndex });
  const [transaction] = multisig.getTransactionPda({ multisigPda, index: transactionIndex });
  const signs = (i) => i < decoded.numSigners;
  const writes = (i) => (signs(i) ? i < decoded.numWritableSigners : i - decoded.numSigners < decoded.numWritableNonSigners);
  const anchorRemainingAccounts = decoded.accountKeys.map((pubkey, i) => ({
    pubkey, isSigner: signs(i) && !pubkey.equals(vault), isWritable: writes(i),
  }));
  return multisig.generated.createVaultTransactionExecuteInstruction(
    { multisig: multisigPda, proposal, transaction, member: alice, anchorRemainingAccounts }, multisig.PROGRAM_ID);
}

async function create(index) {
  const seed = Buffer.alloc(32); seed.writeBigUInt64BE(BigInt(index));
  const createKey = new PublicKey(seed);
  const [fresh] = multisig.getMultisigPda({ createKey });
  return bytes([multisig.instructions.multisigCreateV2({
    treasury, creator: payer, multisigPda: fresh, configAuthority: null, threshold: 2, members, timeLock: 0, createKey, rentCollector: payer,
  })]);
}

async function rate(build, expectedBytes) {
  let index = 1;
  const size = (await build(index++)).length;
  if (size !== expectedBytes) throw new Error(`built ${size} bytes, not ${expectedBytes}`);
  for (const until = Date.now() + 2000; Date.now() < until; ) await build(index++);
  const start = process.hrtime.bigint(); let count = 0;
  while (Number(process.hrtime.bigint() - start) < seconds * 1e9) { await build(index++); count++; }
  return Math.round(count / (Number(process.hrtime.bigint() - start) / 1e9));
}

console.log(JSON.stringify({ prepare: await rate(prepare, 767), create: await rate(create, 552) }));
