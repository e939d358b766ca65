package dev.mandate.testkit.keys;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Seq;

/** Transactions as bytes, signed with test keys. */
public final class TestTransactions {

    private TestTransactions() {}

    /**
     * Compiles a message and signs it. The slots of required signers who are not among {@code signers} stay empty.
     *
     * @throws IllegalArgumentException if the message can't be compiled, or does not ask one of the signers to sign
     */
    public static Bytes signed(Message message, Seq<TestKey> signers) {
        CompiledMessage compiled = compiled(message);
        Bytes signedBytes = compiled.serialize();
        return signers
                .foldLeft(
                        WireTransaction.unsigned(compiled),
                        (transaction, key) -> transaction
                                .withSignature(key.address(), key.sign(signedBytes))
                                .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString())))
                .serialize();
    }

    /**
     * The bytes of a message alone, for which fees are asked.
     *
     * @throws IllegalArgumentException if the message can't be compiled
     */
    public static CompiledMessage compiled(Message message) {
        return MessageCompiler.compile(message)
                .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString()));
    }
}
