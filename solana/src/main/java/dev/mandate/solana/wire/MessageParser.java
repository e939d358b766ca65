package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Parses messages and transactions. The rules are those of the runtime's {@code Message::sanitize}, for both versions. */
final class MessageParser {

    /** Set in a message's first byte if the other bits are a version. A legacy message starts with its header instead. */
    static final int VERSION_FLAG = 0x80;

    private MessageParser() {}

    static Either<WireProblem, CompiledMessage> message(Bytes source) {
        return fitting(source.length())
                .flatMap(fits -> message(new ByteReader(source)))
                .flatMap(message -> fitting(WireTransaction.lengthWith(message)).map(fits -> message));
    }

    static Either<WireProblem, WireTransaction> transaction(Bytes source) {
        if (isFormat1(source)) {
            return Either.left(new WireProblem.UnknownVersion(0, 1));
        }
        ByteReader in = new ByteReader(source);
        return fitting(source.length()).flatMap(fits -> {
            Array<Signature> signatures = in.list(in.compactLength(), Signature.LENGTH, MessageParser::signature);
            return message(in).flatMap(message -> transaction(signatures, message));
        });
    }

    private static Either<WireProblem, WireTransaction> transaction(Array<Signature> signatures, CompiledMessage message) {
        int required = message.header().requiredSignatures();
        return signatures.length() == required
                ? Either.right(new WireTransaction(signatures, message))
                : Either.left(new WireProblem.SignatureCountMismatch(signatures.length(), required));
    }

    private static Either<WireProblem, Integer> fitting(int length) {
        return length > WireTransaction.MAX_LENGTH
                ? Either.left(new WireProblem.TooLong(length, WireTransaction.MAX_LENGTH))
                : Either.right(length);
    }

    /**
     * Returns whether the bytes are a format 1 transaction: a version byte, then a nonzero number of signatures. In the older
     * formats the first byte would mean more than 128 signatures, which never fit.
     */
    private static boolean isFormat1(Bytes source) {
        return source.length() > 1 && (source.at(0) & 0xff) == (VERSION_FLAG | 1) && source.at(1) > 0;
    }

    private static Signature signature(ByteReader in) {
        Bytes bytes = in.bytes(Signature.LENGTH);
        return bytes.length() == 0 ? Signature.EMPTY : new Signature(bytes);
    }

    /** Reads a message up to the end of the bytes. */
    private static Either<WireProblem, CompiledMessage> message(ByteReader in) {
        int start = in.offset();
        int first = in.u8();
        boolean versioned = (first & VERSION_FLAG) != 0;
        if (versioned && first != VERSION_FLAG) {
            return Either.left(new WireProblem.UnknownVersion(start, first & ~VERSION_FLAG));
        }
        MessageHeader header = new MessageHeader(versioned ? in.u8() : first, in.u8(), in.u8());
        Array<Address> keys = in.list(in.compactLength(), Bytes32.LENGTH, ByteReader::address);
        Blockhash lifetime = new Blockhash(in.bytes32());
        Array<CompiledInstruction> instructions =
                in.list(in.compactLength(), CompiledInstruction.MIN_LENGTH, CompiledInstruction::read);
        Array<TableLookup> lookups = versioned
                ? in.list(in.compactLength(), TableLookup.MIN_LENGTH, TableLookup::read)
                : Array.empty();
        MessageVersion version = versioned ? MessageVersion.V0 : MessageVersion.LEGACY;
        return in.finish(version)
                .<WireProblem>mapLeft(WireProblem.Malformed::new)
                .flatMap(read -> MessageRules.check(header, keys, instructions, lookups)
                        .toEither(() -> new CompiledMessage(read, header, keys, lifetime, instructions, lookups))
                        .swap());
    }
}
