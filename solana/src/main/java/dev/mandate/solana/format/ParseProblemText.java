package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.wire.DecompileProblem;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.WireProblem;

/** Describes why bytes are no transaction, in words for the client that built them. */
final class ParseProblemText {

    private ParseProblemText() {}

    static String of(WireProblem problem) {
        return switch (problem) {
            case WireProblem.TooLong(int length, int limit) ->
                "%s bytes, and the network carries %s".formatted(length, limit);
            case WireProblem.Malformed(ReadProblem cause) -> of(cause);
            case WireProblem.UnknownVersion(int offset, int version) ->
                "version %s at byte %s is neither legacy nor 0 nor 1".formatted(version, offset);
            case WireProblem.SignaturesBeforeMessage(int offset) ->
                "signatures stand before the message of version 1 at byte %s, and they belong after it".formatted(offset);
            case WireProblem.UnknownConfigBits(int bits) ->
                "bits 0x%x of its config mask mean nothing".formatted(bits);
            case WireProblem.HalfPriorityFee(int mask) ->
                "its config mask has one of the two bits of the priority fee";
            case WireProblem.HeapSize(long bytes) ->
                "a heap of %s bytes, and it is 32 KiB to 256 KiB in steps of 1 KiB".formatted(bytes);
            case WireProblem.TooManySignatures(int signatures, int limit) ->
                "%s signatures, and version 1 allows %s".formatted(signatures, limit);
            case WireProblem.TooManyInstructions(int instructions, int limit) ->
                "%s instructions, and version 1 allows %s".formatted(instructions, limit);
            case WireProblem.SignatureCountMismatch(int signatures, int required) ->
                "slots for %s signatures, and its message wants %s".formatted(signatures, required);
            case WireProblem.NoFeePayer(MessageHeader header) -> "no signer is writable, so that none could pay";
            case WireProblem.HeaderExceedsKeys(MessageHeader header, int keys) ->
                "its header speaks of more keys than the %s that follow".formatted(keys);
            case WireProblem.DuplicateKey(Address key, int first, int second) ->
                "key %s stands at %s and again at %s".formatted(key, first, second);
            case WireProblem.ProgramIndexOutOfRange(int instruction, int index, int keys) ->
                "instruction %s calls key %s, and programs stand at 1 to %s".formatted(instruction, index, keys - 1);
            case WireProblem.AccountIndexOutOfRange(int instruction, int position, int index, int keys) ->
                "instruction %s names account %s at position %s, and there are %s keys"
                        .formatted(instruction, index, position, keys);
            case WireProblem.TooManyKeys(int keys, int limit) ->
                "%s keys, and at most %s are allowed".formatted(keys, limit);
            case WireProblem.EmptyLookup(int lookup, Address table) ->
                "lookup %s, of table %s, loads nothing".formatted(lookup, table);
            case WireProblem.DuplicateLookup(Address table, int entry) ->
                "entry %s of table %s is loaded twice".formatted(entry, table);
        };
    }

    private static String of(ReadProblem problem) {
        return switch (problem) {
            case ReadProblem.Truncated(int offset, long needed, int available) ->
                "the bytes end within what begins at byte %s: it takes %s and there are %s"
                        .formatted(offset, needed, available);
            case ReadProblem.TrailingBytes(int offset, int count) ->
                "it is over at byte %s, and %s more follow".formatted(offset, count);
            case ReadProblem.NonCanonicalLength(int offset) ->
                "the length at byte %s is not in its shortest form".formatted(offset);
            case ReadProblem.LengthAboveRange(int offset) -> "the length at byte %s is above 65,535".formatted(offset);
            case ReadProblem.ListTooLong(int offset, long length, int limit) ->
                "the list at byte %s is %s long, and at most %s are allowed".formatted(offset, length, limit);
            case ReadProblem.UnknownTag(int offset, long tag, int highest) ->
                "the tag at byte %s is %s, and %s is the highest known".formatted(offset, tag, highest);
            case ReadProblem.InvalidUtf8(int offset, int length) ->
                "the text of %s bytes at byte %s is not UTF-8".formatted(length, offset);
        };
    }

    static String of(DecompileProblem problem) {
        return switch (problem) {
            case DecompileProblem.TableMissing(Address table) -> "lookup table %s is not known".formatted(table);
            case DecompileProblem.EntryMissing(Address table, int entry, int entries) ->
                "entry %s of table %s, which has %s".formatted(entry, table, entries);
            case DecompileProblem.LoadedTwice(Address key, Address table, int entry) ->
                "key %s, entry %s of table %s, is there already".formatted(key, entry, table);
        };
    }
}
