package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.wire.DecompileProblem;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.WireProblem;

/** Why bytes are no transaction, in words that whoever made them can use. */
final class ProblemWords {

    private ProblemWords() {}

    static String of(WireProblem problem) {
        return switch (problem) {
            case WireProblem.TooLong(int length, int limit) ->
                "%d bytes, and the network carries %d".formatted(length, limit);
            case WireProblem.Truncated(int offset, int needed, int available) ->
                "the bytes end within what begins at byte %d: it takes %d and there are %d"
                        .formatted(offset, needed, available);
            case WireProblem.TrailingBytes(int offset, int count) ->
                "it is over at byte %d, and %d more follow".formatted(offset, count);
            case WireProblem.NonCanonicalLength(int offset) ->
                "the length at byte %d is not in its shortest form".formatted(offset);
            case WireProblem.LengthAboveRange(int offset) -> "the length at byte %d is above 65,535".formatted(offset);
            case WireProblem.UnknownVersion(int offset, int version) ->
                "version %d at byte %d is neither legacy nor 0".formatted(version, offset);
            case WireProblem.SignatureCountMismatch(int signatures, int required) ->
                "slots for %d signatures, and its message wants %d".formatted(signatures, required);
            case WireProblem.NoFeePayer(MessageHeader header) -> "no signer is writable, so that none could pay";
            case WireProblem.HeaderExceedsKeys(MessageHeader header, int keys) ->
                "its header speaks of more keys than the %d that follow".formatted(keys);
            case WireProblem.DuplicateKey(Address key, int first, int second) ->
                "key %s stands at %d and again at %d".formatted(key, first, second);
            case WireProblem.ProgramIndexOutOfRange(int instruction, int index, int keys) ->
                "instruction %d calls key %d, and programs stand at 1 to %d".formatted(instruction, index, keys - 1);
            case WireProblem.AccountIndexOutOfRange(int instruction, int position, int index, int keys) ->
                "instruction %d names account %d at position %d, and there are %d keys"
                        .formatted(instruction, index, position, keys);
            case WireProblem.TooManyKeys(int keys, int limit) ->
                "%d keys, and at most %d can be named".formatted(keys, limit);
            case WireProblem.EmptyLookup(int lookup, Address table) ->
                "lookup %d, of table %s, loads nothing".formatted(lookup, table);
            case WireProblem.DuplicateLookup(Address table, int entry) ->
                "entry %d of table %s is loaded twice".formatted(entry, table);
        };
    }

    static String of(DecompileProblem problem) {
        return switch (problem) {
            case DecompileProblem.TableMissing(Address table) -> "lookup table %s is not known".formatted(table);
            case DecompileProblem.EntryMissing(Address table, int entry, int entries) ->
                "entry %d of table %s, which has %d".formatted(entry, table, entries);
            case DecompileProblem.LoadedTwice(Address key, Address table, int entry) ->
                "key %s, entry %d of table %s, is there already".formatted(key, entry, table);
        };
    }
}
