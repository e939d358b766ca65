package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.IndexedSeq;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * A message as it is signed and sent. Made by {@link MessageCompiler} or {@link #parse} alone, so that every one there is
 * satisfies what the runtime's sanitizer asks of it, and fits the network's 1,232 bytes together with its signatures.
 *
 * <p>Keys may stand in any order that the header allows; it is kept. Equal by their bytes.
 */
public final class CompiledMessage {

    /** All keys that one message can reach, static and loaded: account indexes are bytes. */
    public static final int MAX_KEYS = 256;

    private final MessageVersion version;
    private final MessageHeader header;
    private final IndexedSeq<Address> staticKeys;
    private final Blockhash lifetime;
    private final IndexedSeq<CompiledInstruction> instructions;
    private final IndexedSeq<TableLookup> lookups;
    private final Bytes serialized;

    CompiledMessage(
            MessageVersion version,
            MessageHeader header,
            IndexedSeq<Address> staticKeys,
            Blockhash lifetime,
            IndexedSeq<CompiledInstruction> instructions,
            IndexedSeq<TableLookup> lookups) {
        this.version = version;
        this.header = header;
        this.staticKeys = staticKeys;
        this.lifetime = lifetime;
        this.instructions = instructions;
        this.lookups = lookups;
        this.serialized = ByteWriter.write(this::write);
    }

    /** Reads a message without signatures, the form in which it is signed and in which fees are asked for. */
    public static Either<WireProblem, CompiledMessage> parse(Bytes message) {
        return MessageParser.message(message);
    }

    public MessageVersion version() {
        return version;
    }

    public MessageHeader header() {
        return header;
    }

    /** The keys that stand in the message itself, the fee payer first; all distinct. */
    public IndexedSeq<Address> staticKeys() {
        return staticKeys;
    }

    /** A recent blockhash, or a durable nonce's value. */
    public Blockhash lifetime() {
        return lifetime;
    }

    public IndexedSeq<CompiledInstruction> instructions() {
        return instructions;
    }

    /** What is loaded from lookup tables; empty in a legacy message. */
    public IndexedSeq<TableLookup> lookups() {
        return lookups;
    }

    public Address feePayer() {
        return staticKeys.get(0);
    }

    /** Those who must sign, in the order of their signatures; the fee payer first. */
    public IndexedSeq<Address> requiredSigners() {
        return staticKeys.take(header.requiredSignatures());
    }

    /** What was meant, with the keys of {@code tables} put in the place of indexes. See {@link DecompileProblem}. */
    public Either<DecompileProblem, Message> decompile(Seq<LookupTable> tables) {
        return MessageDecompiler.decompile(this, tables);
    }

    /** The bytes that are signed. */
    public Bytes serialize() {
        return serialized;
    }

    private void write(ByteWriter out) {
        switch (version) {
            case LEGACY -> {}
            case V0 -> out.u8(MessageParser.VERSION_FLAG);
        }
        out.u8(header.requiredSignatures());
        out.u8(header.readonlySigned());
        out.u8(header.readonlyUnsigned());
        out.compactLength(staticKeys.size());
        out.list(staticKeys, (key, to) -> to.address(key));
        out.bytes32(lifetime.bytes());
        out.compactLength(instructions.size());
        out.list(instructions, CompiledInstruction::write);
        switch (version) {
            case LEGACY -> {}
            case V0 -> {
                out.compactLength(lookups.size());
                out.list(lookups, TableLookup::write);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompiledMessage that && serialized.equals(that.serialized);
    }

    @Override
    public int hashCode() {
        return serialized.hashCode();
    }

    @Override
    public String toString() {
        return "CompiledMessage[" + version + ", " + header + ", keys " + staticKeys + ", lifetime " + lifetime
                + ", instructions " + instructions + ", lookups " + lookups + "]";
    }
}
