package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Seq;
import java.nio.charset.StandardCharsets;

/** The memo program. It logs a text and checks that the given accounts sign. */
public final class MemoProgram {

    public static final Address ID = Address.of("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

    private MemoProgram() {}

    /** Returns a memo that {@code signers} sign. Without signers anyone may write it. */
    public static Instruction memo(String text, Seq<Address> signers) {
        return new Instruction(
                ID, signers.map(AccountMeta::signer), Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
