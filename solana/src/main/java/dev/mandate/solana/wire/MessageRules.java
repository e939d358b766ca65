package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.IndexedSeq;
import io.vavr.control.Option;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks a decoded message as the runtime does: {@code Message::sanitize} of each version, and no duplicate key, which the
 * runtime checks when it locks accounts.
 */
final class MessageRules {

    private MessageRules() {}

    static Option<WireProblem> check(CompiledMessage message) {
        IndexedSeq<Address> keys = message.staticKeys();
        IndexedSeq<TableLookup> lookups = message.lookups();
        return checkHeader(message.header(), keys.length())
                .orElse(() -> checkCounts(message))
                .orElse(() -> checkDistinct(keys))
                .orElse(() -> checkLookups(keys.length(), lookups))
                .orElse(() -> checkIndexes(keys.length(), message.instructions(), lookups));
    }

    /** The limits of version 1. The older versions have none but their length. */
    private static Option<WireProblem> checkCounts(CompiledMessage message) {
        int signatures = message.header().requiredSignatures();
        int keys = message.staticKeys().length();
        int instructions = message.instructions().length();
        return switch (message.version()) {
            case LEGACY, V0 -> Option.none();
            case V1 -> Option.<WireProblem>when(
                            signatures > Version1.MAX_SIGNATURES,
                            () -> new WireProblem.TooManySignatures(signatures, Version1.MAX_SIGNATURES))
                    .orElse(() -> Option.when(
                            keys > Version1.MAX_KEYS, () -> new WireProblem.TooManyKeys(keys, Version1.MAX_KEYS)))
                    .orElse(() -> Option.when(
                            instructions > Version1.MAX_INSTRUCTIONS,
                            () -> new WireProblem.TooManyInstructions(instructions, Version1.MAX_INSTRUCTIONS)));
        };
    }

    private static Option<WireProblem> checkHeader(MessageHeader header, int staticKeys) {
        if (header.readonlySigned() >= header.requiredSignatures()) {
            return Option.some(new WireProblem.NoFeePayer(header));
        }
        return header.requiredSignatures() + header.readonlyUnsigned() > staticKeys
                ? Option.some(new WireProblem.HeaderExceedsKeys(header, staticKeys))
                : Option.none();
    }

    private static Option<WireProblem> checkDistinct(IndexedSeq<Address> keys) {
        Map<Address, Integer> seen = new HashMap<>();
        for (int i = 0; i < keys.length(); i++) {
            Integer first = seen.putIfAbsent(keys.get(i), i);
            if (first != null) {
                return Option.some(new WireProblem.DuplicateKey(keys.get(i), first, i));
            }
        }
        return Option.none();
    }

    private static Option<WireProblem> checkLookups(int staticKeys, IndexedSeq<TableLookup> lookups) {
        Map<Address, BitSet> loadedEntries = new HashMap<>();
        for (int i = 0; i < lookups.length(); i++) {
            TableLookup lookup = lookups.get(i);
            if (lookup.loadedKeys() == 0) {
                return Option.some(new WireProblem.EmptyLookup(i, lookup.table()));
            }
            BitSet entries = loadedEntries.computeIfAbsent(lookup.table(), table -> new BitSet(256));
            Option<WireProblem> duplicate = checkEntries(lookup.table(), lookup.writableIndexes(), entries)
                    .orElse(() -> checkEntries(lookup.table(), lookup.readonlyIndexes(), entries));
            if (duplicate.isDefined()) {
                return duplicate;
            }
        }
        int keys = allKeys(staticKeys, lookups);
        return keys > CompiledMessage.MAX_KEYS
                ? Option.some(new WireProblem.TooManyKeys(keys, CompiledMessage.MAX_KEYS))
                : Option.none();
    }

    private static int allKeys(int staticKeys, IndexedSeq<TableLookup> lookups) {
        return staticKeys + lookups.map(TableLookup::loadedKeys).sum().intValue();
    }

    private static Option<WireProblem> checkEntries(Address table, Bytes indexes, BitSet entries) {
        for (int i = 0; i < indexes.length(); i++) {
            int entry = indexes.at(i) & 0xff;
            if (entries.get(entry)) {
                return Option.some(new WireProblem.DuplicateLookup(table, entry));
            }
            entries.set(entry);
        }
        return Option.none();
    }

    private static Option<WireProblem> checkIndexes(
            int staticKeys, IndexedSeq<CompiledInstruction> instructions, IndexedSeq<TableLookup> lookups) {
        int keys = allKeys(staticKeys, lookups);
        for (int i = 0; i < instructions.length(); i++) {
            CompiledInstruction instruction = instructions.get(i);
            int program = instruction.programIndex();
            if (program == 0 || program >= staticKeys) {
                return Option.some(new WireProblem.ProgramIndexOutOfRange(i, program, staticKeys));
            }
            for (int j = 0; j < instruction.accountIndexes().length(); j++) {
                if (instruction.accountIndex(j) >= keys) {
                    return Option.some(
                            new WireProblem.AccountIndexOutOfRange(i, j, instruction.accountIndex(j), keys));
                }
            }
        }
        return Option.none();
    }
}
