package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Parses messages and transactions. The rules are those of the runtime's {@code Message::sanitize}, for each version. */
final class MessageParser {

    /** Set in a message's first byte if the other bits are a version. A legacy message starts with its header instead. */
    static final int VERSION_FLAG = 0x80;

    private MessageParser() {}

    static Either<WireProblem, CompiledMessage> message(Bytes source) {
        ByteReader in = new ByteReader(source);
        return fitting(source.length(), version(source))
                .flatMap(fits -> Version1.begins(source) ? Version1.read(in) : older(in))
                .flatMap(message -> finished(in, message, message))
                .flatMap(message -> fitting(WireTransaction.lengthWith(message), message.version()).map(fits -> message));
    }

    static Either<WireProblem, WireTransaction> transaction(Bytes source) {
        ByteReader in = new ByteReader(source);
        return fitting(source.length(), version(source))
                .flatMap(fits -> Version1.begins(source) ? messageFirst(in) : signaturesFirst(in, source));
    }

    private static Either<WireProblem, WireTransaction> messageFirst(ByteReader in) {
        return Version1.read(in).flatMap(message -> {
            Array<Signature> signatures = signatures(in, message.header().requiredSignatures());
            return finished(in, message, new WireTransaction(signatures, message));
        });
    }

    private static Either<WireProblem, WireTransaction> signaturesFirst(ByteReader in, Bytes source) {
        // So many signatures never fit.
        if (source.length() > 0 && Byte.toUnsignedInt(source.at(0)) > Version1.PREFIX) {
            return Either.left(new WireProblem.UnknownVersion(0, source.at(0) & ~VERSION_FLAG & 0xff));
        }
        Array<Signature> signatures = signatures(in, in.compactLength());
        return older(in)
                .flatMap(message -> finished(in, message, new WireTransaction(signatures, message)))
                .flatMap(MessageParser::requireSlots);
    }

    private static Either<WireProblem, WireTransaction> requireSlots(WireTransaction transaction) {
        int slots = transaction.signatures().length();
        int required = transaction.message().header().requiredSignatures();
        return slots == required
                ? Either.right(transaction)
                : Either.left(new WireProblem.SignatureCountMismatch(slots, required));
    }

    /** The version as far as the length depends on it. */
    private static MessageVersion version(Bytes source) {
        return Version1.begins(source) ? MessageVersion.V1 : MessageVersion.V0;
    }

    private static Either<WireProblem, Integer> fitting(int length, MessageVersion version) {
        int limit = WireTransaction.maxLength(version);
        return length > limit ? Either.left(new WireProblem.TooLong(length, limit)) : Either.right(length);
    }

    private static Array<Signature> signatures(ByteReader in, int count) {
        return in.list(count, Signature.LENGTH, MessageParser::signature);
    }

    private static Signature signature(ByteReader in) {
        Bytes bytes = in.bytes(Signature.LENGTH);
        return bytes.length() == 0 ? Signature.EMPTY : new Signature(bytes);
    }

    /** Returns {@code content} if all bytes are read and {@code message} keeps the rules. */
    private static <T> Either<WireProblem, T> finished(ByteReader in, CompiledMessage message, T content) {
        return in.finish(content)
                .<WireProblem>mapLeft(WireProblem.Malformed::new)
                .flatMap(read -> MessageRules.check(message).toEither(read).swap());
    }

    /** Reads a legacy message, or one of version 0. The reader may have met a problem, which its end will tell. */
    private static Either<WireProblem, CompiledMessage> older(ByteReader in) {
        int start = in.offset();
        int first = in.u8();
        boolean versioned = (first & VERSION_FLAG) != 0;
        if (first == Version1.PREFIX) {
            return Either.left(new WireProblem.SignaturesBeforeMessage(start));
        }
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
        return Either.right(new CompiledMessage(
                versioned ? MessageVersion.V0 : MessageVersion.LEGACY,
                header,
                keys,
                lifetime,
                TransactionConfig.NONE,
                instructions,
                lookups));
    }
}
