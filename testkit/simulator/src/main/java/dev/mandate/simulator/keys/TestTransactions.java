package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
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

/** Builds transactions as bytes and signs them with test keys. */
public final class TestTransactions {

    private TestTransactions() {}

    /**
     * Compiles a message and signs it. Slots of required signers that are not in {@code signers} stay empty.
     *
     * @throws IllegalArgumentException if the message cannot be compiled, or a signer is not required
     */
    public static Bytes signed(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestKey::sign);
    }

    /**
     * Like {@link #signed}, but with other, equally valid signatures.
     *
     * @throws IllegalArgumentException as {@link #signed} does
     */
    public static Bytes signedOtherwise(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestKey::signOtherwise);
    }

    /**
     * Like {@link #signed}, but with stand-ins for signatures. They differ wherever real ones would. Use them on chains that accept
     * any signature: real signing takes longer than the simulated execution.
     *
     * @throws IllegalArgumentException as {@link #signed} does
     */
    public static Bytes standingIn(Message message, Seq<TestKey> signers) {
        return withSlots(message, signers, TestTransactions::standIn);
    }

    /** Fills every slot of a message with such a stand-in. */
    public static Bytes standingIn(CompiledMessage message) {
        Bytes toSign = message.serialize();
        return message.requiredSigners()
                .foldLeft(
                        WireTransaction.unsigned(message),
                        (transaction, signer) ->
                                transaction.withSignature(signer, standIn(signer, toSign)).get())
                .serialize();
    }

    private static Signature standIn(TestKey key, Bytes message) {
        return standIn(key.address(), message);
    }

    private static Signature standIn(Address signer, Bytes message) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(signer.toArray());
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
     * Compiles a message. Its serialized bytes are what is signed and what a fee query takes.
     *
     * @throws IllegalArgumentException if the message cannot be compiled
     */
    public static CompiledMessage compiled(Message message) {
        return MessageCompiler.compile(message)
                .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString()));
    }
}
