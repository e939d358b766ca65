package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.IndexedSeq;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * A message as it is signed and sent. Only {@link MessageCompiler} and {@link #parse} create one. So every instance passes the
 * runtime's sanitizer and fits {@link WireTransaction#maxLength} together with its signatures.
 *
 * <p>Keys keep any order that the header allows. Two messages are equal if their bytes are.
 */
public final class CompiledMessage {

    /** The greatest number of keys, static and loaded: account indexes are bytes. */
    public static final int MAX_KEYS = 256;

    private final MessageVersion version;
    private final MessageHeader header;
    private final IndexedSeq<Address> staticKeys;
    private final Blockhash lifetime;
    private final TransactionConfig config;
    private final IndexedSeq<CompiledInstruction> instructions;
    private final IndexedSeq<TableLookup> lookups;
    private final Bytes serialized;

    CompiledMessage(
            MessageVersion version,
            MessageHeader header,
            IndexedSeq<Address> staticKeys,
            Blockhash lifetime,
            TransactionConfig config,
            IndexedSeq<CompiledInstruction> instructions,
            IndexedSeq<TableLookup> lookups) {
        this.version = version;
        this.header = header;
        this.staticKeys = staticKeys;
        this.lifetime = lifetime;
        this.config = config;
        this.instructions = instructions;
        this.lookups = lookups;
        this.serialized = ByteWriter.write(this::write);
    }

    /** Parses a message without signatures. Signers and fee queries use this form. */
    public static Either<WireProblem, CompiledMessage> parse(Bytes message) {
        return MessageParser.message(message);
    }

    public MessageVersion version() {
        return version;
    }

    public MessageHeader header() {
        return header;
    }

    /** Returns the keys in the message itself, the fee payer first; all distinct. */
    public IndexedSeq<Address> staticKeys() {
        return staticKeys;
    }

    /** Returns a recent blockhash, or a durable nonce's value. */
    public Blockhash lifetime() {
        return lifetime;
    }

    /** Returns what the transaction asks for; nothing is set in a version other than 1. */
    public TransactionConfig config() {
        return config;
    }

    public IndexedSeq<CompiledInstruction> instructions() {
        return instructions;
    }

    /** Returns the keys to load from lookup tables; only version 0 has any. */
    public IndexedSeq<TableLookup> lookups() {
        return lookups;
    }

    public Address feePayer() {
        return staticKeys.get(0);
    }

    /** Returns the required signers in the order of their signatures; the fee payer is first. */
    public IndexedSeq<Address> requiredSigners() {
        return staticKeys.take(header.requiredSignatures());
    }

    /** Returns the message with addresses in place of indexes; {@code tables} supplies the loaded keys. */
    public Either<DecompileProblem, Message> decompile(Seq<LookupTable> tables) {
        return MessageDecompiler.decompile(this, tables);
    }

    /** Returns the same message with another blockhash. */
    public CompiledMessage withLifetime(Blockhash other) {
        return new CompiledMessage(version, header, staticKeys, other, config, instructions, lookups);
    }

    /** Returns the bytes that are signed. */
    public Bytes serialize() {
        return serialized;
    }

    private void write(ByteWriter out) {
        switch (version) {
            case LEGACY -> writeOlder(out);
            case V0 -> {
                out.u8(MessageParser.VERSION_FLAG);
                writeOlder(out);
                out.compactLength(lookups.size());
                out.list(lookups, TableLookup::write);
            }
            case V1 -> Version1.write(this, out);
        }
    }

    private void writeOlder(ByteWriter out) {
        header.write(out);
        out.compactLength(staticKeys.size());
        out.list(staticKeys, (key, to) -> to.address(key));
        out.bytes32(lifetime.bytes());
        out.compactLength(instructions.size());
        out.list(instructions, CompiledInstruction::write);
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
                + ", " + config + ", instructions " + instructions + ", lookups " + lookups + "]";
    }
}
