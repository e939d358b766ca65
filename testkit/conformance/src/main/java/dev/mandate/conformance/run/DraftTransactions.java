package dev.mandate.conformance.run;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import java.util.Arrays;
import java.util.Base64;

/** Transactions to be prepared, as a wallet makes them. */
final class DraftTransactions {

    /** A compiled memo besides its data: program, number of accounts, one account, two bytes of length. */
    private static final int MEMO_BYTES = 1 + 1 + 1 + 2;

    private DraftTransactions() {}

    /** Returns a transfer in base64. */
    static String transfer(Address from, Address to, long lamports) {
        return compiled(from, SystemProgram.transfer(from, to, BaseUnits.of(lamports)));
    }

    /**
     * Returns a memo in base64.
     *
     * @param instructionBytes the size of its compiled instruction; from 133
     */
    static String memo(Address signer, int instructionBytes) {
        byte[] text = new byte[instructionBytes - MEMO_BYTES];
        Arrays.fill(text, (byte) '.');
        return compiled(signer, new Instruction(MemoProgram.ID, Array.of(AccountMeta.signer(signer)), Bytes.of(text)));
    }

    private static String compiled(Address payer, Instruction instruction) {
        Message message = new Message(MessageVersion.LEGACY, payer, new Blockhash(Bytes32.ZERO), Array.of(instruction), Array.empty());
        return new SolanaFormat()
                .compile(message)
                .map(unsigned -> Base64.getEncoder().encodeToString(unsigned.transaction().toArray()))
                .getOrElseThrow(refusal -> new IllegalStateException("a draft is no transaction: " + refusal));
    }
}
