package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Seq;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.BiFunction;

/** Transactions as bytes, signed with test keys. */
public final class TestTransactions {

    private TestTransactions() {}

    /**
     * Compiles a message and signs it. The slots of required signers who are not among {@code signers} stay empty.
     *
     * @throws IllegalArgumentException if the message can't be compiled, or does not ask one of the signers to sign
     */
    public static Bytes signed(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestKey::sign);
    }

    /**
     * The same with another signature of each, as valid as the first.
     *
     * @throws IllegalArgumentException as {@link #signed} does
     */
    public static Bytes signedOtherwise(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestKey::signOtherwise);
    }

    /**
     * The same with stand-ins for signatures, which differ wherever the real ones would: for chains that trust signatures.
     * Signing takes a JDK longer than the chain takes to run the transaction.
     *
     * @throws IllegalArgumentException as {@link #signed} does
     */
    public static Bytes standingIn(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestTransactions::standIn);
    }

    private static Signature standIn(TestKey key, Bytes message) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(key.address().toArray());
            return new Signature(Bytes.of(digest.digest(message.toArray())));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-512", e);
        }
    }

    private static Bytes withSlots(Message message, Seq<TestKey> signers, BiFunction<TestKey, Bytes, Signature> signature) {
        CompiledMessage compiled = compiled(message);
        Bytes toSign = compiled.serialize();
        return signers
                .foldLeft(
                        WireTransaction.unsigned(compiled),
                        (transaction, key) -> transaction
                                .withSignature(key.address(), signature.apply(key, toSign))
                                .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString())))
                .serialize();
    }

    /**
     * The message as it is signed; its bytes alone are what fees are asked for.
     *
     * @throws IllegalArgumentException if the message can't be compiled
     */
    public static CompiledMessage compiled(Message message) {
        return MessageCompiler.compile(message)
                .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString()));
    }
}
