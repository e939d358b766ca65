package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Reads messages and transactions; the rules are those of the runtime's {@code Message::sanitize}, for both versions. */
final class MessageParser {

    /** Set in a message's first byte if the rest of that byte is a version; a legacy message begins with its header. */
    static final int VERSION_FLAG = 0x80;

    private MessageParser() {}

    static Either<WireProblem, CompiledMessage> message(Bytes source) {
        WireReader reader = new WireReader(source);
        if (source.length() > WireTransaction.MAX_LENGTH) {
            return Either.left(new WireProblem.TooLong(source.length(), WireTransaction.MAX_LENGTH));
        }
        CompiledMessage message = message(reader);
        if (reader.failed()) {
            return Either.left(reader.problem().get());
        }
        int length = WireTransaction.lengthWith(message);
        return length > WireTransaction.MAX_LENGTH
                ? Either.left(new WireProblem.TooLong(length, WireTransaction.MAX_LENGTH))
                : Either.right(message);
    }

    static Either<WireProblem, WireTransaction> transaction(Bytes source) {
        if (source.length() > WireTransaction.MAX_LENGTH) {
            return Either.left(new WireProblem.TooLong(source.length(), WireTransaction.MAX_LENGTH));
        }
        if (isFormat1(source)) {
            return Either.left(new WireProblem.UnknownVersion(0, 1));
        }
        WireReader reader = new WireReader(source);
        Signature[] signatures = signatures(reader);
        CompiledMessage message = message(reader);
        int required = message.header().requiredSignatures();
        if (signatures.length != required) {
            reader.fail(new WireProblem.SignatureCountMismatch(signatures.length, required));
        }
        return reader.failed()
                ? Either.left(reader.problem().get())
                : Either.right(new WireTransaction(Array.of(signatures), message));
    }

    /**
     * A version byte and then a header's count of signatures, not zero. Read as older formats are it would say more than 128
     * signatures, which no transaction has room for.
     */
    private static boolean isFormat1(Bytes source) {
        return source.length() > 1 && (source.at(0) & 0xff) == (VERSION_FLAG | 1) && source.at(1) > 0;
    }

    private static Signature[] signatures(WireReader reader) {
        int count = reader.length(Signature.LENGTH);
        Signature[] signatures = new Signature[count];
        for (int i = 0; i < count; i++) {
            signatures[i] = new Signature(reader.bytes(Signature.LENGTH));
        }
        return signatures;
    }

    /** Reads to the end; what it returns is of no meaning if the reader has failed. */
    private static CompiledMessage message(WireReader reader) {
        MessageVersion version = version(reader);
        MessageHeader header = new MessageHeader(reader.u8(), reader.u8(), reader.u8());
        Address[] keys = keys(reader);
        Blockhash lifetime = new Blockhash(reader.bytes32());
        CompiledInstruction[] instructions = instructions(reader);
        TableLookup[] lookups =
                switch (version) {
                    case LEGACY -> new TableLookup[0];
                    case V0 -> lookups(reader);
                };
        reader.end();
        if (!reader.failed()) {
            MessageRules.check(header, keys, instructions, lookups).forEach(reader::fail);
        }
        return new CompiledMessage(
                version, header, Array.of(keys), lifetime, Array.of(instructions), Array.of(lookups));
    }

    private static MessageVersion version(WireReader reader) {
        int offset = reader.offset();
        int first = reader.peekU8();
        if ((first & VERSION_FLAG) == 0) {
            return MessageVersion.LEGACY;
        }
        if (reader.u8() != VERSION_FLAG) {
            reader.fail(new WireProblem.UnknownVersion(offset, first & ~VERSION_FLAG));
        }
        return MessageVersion.V0;
    }

    private static Address[] keys(WireReader reader) {
        Address[] keys = new Address[reader.length(32)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new Address(reader.bytes32());
        }
        return keys;
    }

    private static CompiledInstruction[] instructions(WireReader reader) {
        CompiledInstruction[] instructions = new CompiledInstruction[reader.length(CompiledInstruction.MIN_LENGTH)];
        for (int i = 0; i < instructions.length; i++) {
            instructions[i] =
                    new CompiledInstruction(reader.u8(), reader.bytesWithLength(), reader.bytesWithLength());
        }
        return instructions;
    }

    private static TableLookup[] lookups(WireReader reader) {
        TableLookup[] lookups = new TableLookup[reader.length(TableLookup.MIN_LENGTH)];
        for (int i = 0; i < lookups.length; i++) {
            lookups[i] = new TableLookup(
                    new Address(reader.bytes32()), reader.bytesWithLength(), reader.bytesWithLength());
        }
        return lookups;
    }
}
