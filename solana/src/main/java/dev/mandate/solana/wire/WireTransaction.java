package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.collection.IndexedSeq;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * A transaction as it is sent: the message, and one signature slot for each required signer. An unsigned slot is all zero. The slots
 * stand before a message of an older version, with their number, and after one of version 1.
 *
 * <p> * Signatures are not verified here; {@link dev.mandate.solana.crypto.StrictEd25519} does it.
 *
 * <p>Immutable. Only {@link #unsigned} and {@link #parse} create one, so the slots always match the message.
 */
public final class WireTransaction {

    /** The greatest length of a transaction of any version, in bytes. */
    public static final int MAX_LENGTH = 4096;
    /** The least IPv6 MTU of 1,280 less headers. */
    private static final int MAX_OLDER_LENGTH = 1232;

    private final IndexedSeq<Signature> signatures;
    private final CompiledMessage message;

    WireTransaction(IndexedSeq<Signature> signatures, CompiledMessage message) {
        this.signatures = signatures;
        this.message = message;
    }

    /** Why a signature cannot be put into its slot. */
    public sealed interface SigningProblem {

        /** The message does not require a signature of this key. */
        record NotARequiredSigner(Address signer, Seq<Address> requiredSigners) implements SigningProblem {}

        /** The signature is all zero, which marks an empty slot. */
        record EmptySignature(Address signer) implements SigningProblem {}
    }

    /** Returns the greatest length of a transaction of {@code version}, in bytes. */
    public static int maxLength(MessageVersion version) {
        return switch (version) {
            case LEGACY, V0 -> MAX_OLDER_LENGTH;
            case V1 -> MAX_LENGTH;
        };
    }

    /** Returns the message with all slots empty. */
    public static WireTransaction unsigned(CompiledMessage message) {
        return new WireTransaction(Array.fill(message.header().requiredSignatures(), Signature.EMPTY), message);
    }

    /** Parses a transaction, signed, partly signed or unsigned. Refuses bytes that follow. */
    public static Either<WireProblem, WireTransaction> parse(Bytes transaction) {
        return MessageParser.transaction(transaction);
    }

    /** Returns one signature for each of {@link CompiledMessage#requiredSigners}, in that order; {@link Signature#EMPTY} for an empty slot. */
    public IndexedSeq<Signature> signatures() {
        return signatures;
    }

    public CompiledMessage message() {
        return message;
    }

    /** Returns this transaction with {@code signature} in the slot of {@code signer}. Replaces an earlier signature. */
    public Either<SigningProblem, WireTransaction> withSignature(Address signer, Signature signature) {
        if (signature.equals(Signature.EMPTY)) {
            return Either.left(new SigningProblem.EmptySignature(signer));
        }
        int slot = slotOf(signer);
        return slot < 0
                ? Either.left(new SigningProblem.NotARequiredSigner(signer, message.requiredSigners()))
                : Either.right(new WireTransaction(signatures.update(slot, signature), message));
    }

    /** Returns the signature of {@code signer}; none if the slot is empty or there is no slot. */
    public Option<Signature> signatureOf(Address signer) {
        int slot = slotOf(signer);
        return slot < 0 ? Option.none() : filled(signatures.get(slot));
    }

    /** Returns the fee payer's signature, which identifies the transaction on the network; none if it is not signed. */
    public Option<Signature> id() {
        return filled(signatures.get(0));
    }

    /** Returns the signers whose slots are empty, in the order of the slots. If there are none, the transaction can be sent. */
    public Seq<Address> missingSigners() {
        return message.requiredSigners()
                .zip(signatures)
                .filter(slot -> slot._2().equals(Signature.EMPTY))
                .map(slot -> slot._1());
    }

    /** Returns the bytes to send, empty slots included. */
    public Bytes serialize() {
        return ByteWriter.write(out -> {
            switch (message.version()) {
                case LEGACY, V0 -> {
                    out.compactLength(signatures.size());
                    write(out);
                    out.bytes(message.serialize());
                }
                case V1 -> {
                    out.bytes(message.serialize());
                    write(out);
                }
            }
        });
    }

    private void write(ByteWriter out) {
        out.list(signatures, (signature, to) -> to.bytes(signature.bytes()));
    }

    /** Returns the length of {@link #serialize}, at most {@link #maxLength}. */
    public int serializedLength() {
        return lengthWith(message);
    }

    /** Returns the length of a transaction with {@code message}. */
    static int lengthWith(CompiledMessage message) {
        int slots = message.header().requiredSignatures();
        int count = switch (message.version()) {
            case LEGACY, V0 -> ByteWriter.compactLengthBytes(slots);
            case V1 -> 0;
        };
        return count + slots * Signature.LENGTH + message.serialize().length();
    }

    private int slotOf(Address signer) {
        return message.requiredSigners().indexOf(signer);
    }

    private static Option<Signature> filled(Signature signature) {
        return signature.equals(Signature.EMPTY) ? Option.none() : Option.some(signature);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WireTransaction that
                && signatures.equals(that.signatures)
                && message.equals(that.message);
    }

    @Override
    public int hashCode() {
        return Objects.hash(signatures, message);
    }

    @Override
    public String toString() {
        return "WireTransaction[signatures " + signatures + ", " + message + "]";
    }
}
