package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
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
 * A transaction as it travels: a signature slot for each required signer, and the message. Slots of those who have not signed
 * yet are zeroed; an unsigned transaction has only such. Signatures are carried, not verified: that takes an Ed25519
 * implementation, which lives elsewhere.
 *
 * <p>Immutable; made by {@link #unsigned} or {@link #parse} alone, so that the slots always match the message.
 */
public final class WireTransaction {

    /** The network's largest transaction, in bytes: an IPv6 MTU of 1,280 less its headers. */
    public static final int MAX_LENGTH = 1232;

    private final IndexedSeq<Signature> signatures;
    private final CompiledMessage message;

    WireTransaction(IndexedSeq<Signature> signatures, CompiledMessage message) {
        this.signatures = signatures;
        this.message = message;
    }

    /** Why a signature can't be put into its slot. */
    public sealed interface SigningProblem {

        /** The message doesn't ask this key to sign. */
        record NotARequiredSigner(Address signer, Seq<Address> requiredSigners) implements SigningProblem {}

        /** All zeros: the sign of an empty slot, and never a signature. */
        record EmptySignature(Address signer) implements SigningProblem {}
    }

    /** The message with all slots empty. */
    public static WireTransaction unsigned(CompiledMessage message) {
        return new WireTransaction(Array.fill(message.header().requiredSignatures(), Signature.EMPTY), message);
    }

    /** Reads a transaction, signed, partly signed or not; nothing may follow it. */
    public static Either<WireProblem, WireTransaction> parse(Bytes transaction) {
        return MessageParser.transaction(transaction);
    }

    /** One for each of {@link CompiledMessage#requiredSigners}, in that order; {@link Signature#EMPTY} where none is. */
    public IndexedSeq<Signature> signatures() {
        return signatures;
    }

    public CompiledMessage message() {
        return message;
    }

    /** This with {@code signature} in the slot of {@code signer}, in the place of what was there. */
    public Either<SigningProblem, WireTransaction> withSignature(Address signer, Signature signature) {
        if (signature.equals(Signature.EMPTY)) {
            return Either.left(new SigningProblem.EmptySignature(signer));
        }
        int slot = slotOf(signer);
        return slot < 0
                ? Either.left(new SigningProblem.NotARequiredSigner(signer, message.requiredSigners()))
                : Either.right(new WireTransaction(signatures.update(slot, signature), message));
    }

    /** What {@code signer} signed with; none if the slot is empty or there is no slot. */
    public Option<Signature> signatureOf(Address signer) {
        int slot = slotOf(signer);
        return slot < 0 ? Option.none() : filled(signatures.get(slot));
    }

    /** The fee payer's signature, by which the network knows the transaction; none while it is not signed. */
    public Option<Signature> id() {
        return filled(signatures.get(0));
    }

    /** Those whose slots are empty, in the order of the slots; none of them if the transaction can be sent. */
    public Seq<Address> missingSigners() {
        return message.requiredSigners()
                .zip(signatures)
                .filter(slot -> slot._2().equals(Signature.EMPTY))
                .map(slot -> slot._1());
    }

    /** The bytes that are sent, empty slots included. */
    public Bytes serialize() {
        return ByteWriter.write(out -> {
            out.compactLength(signatures.size());
            out.list(signatures, (signature, to) -> to.bytes(signature.bytes()));
            out.bytes(message.serialize());
        });
    }

    /** How many bytes {@link #serialize} gives; at most {@link #MAX_LENGTH}. */
    public int serializedLength() {
        return lengthWith(message);
    }

    /** How long a transaction of {@code message} is. */
    static int lengthWith(CompiledMessage message) {
        int slots = message.header().requiredSignatures();
        return ByteWriter.compactLengthBytes(slots) + slots * Signature.LENGTH + message.serialize().length();
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
