package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What the runtime demands of a message that reads well: {@code Message::sanitize} of both versions, and no key twice, which it
 * checks when it locks accounts.
 */
final class MessageRules {

    private MessageRules() {}

    static Option<WireProblem> check(
            MessageHeader header, Address[] keys, CompiledInstruction[] instructions, TableLookup[] lookups) {
        return checkHeader(header, keys.length)
                .orElse(() -> checkDistinct(keys))
                .orElse(() -> checkLookups(keys.length, lookups))
                .orElse(() -> checkIndexes(keys.length, instructions, lookups));
    }

    private static Option<WireProblem> checkHeader(MessageHeader header, int staticKeys) {
        if (header.readonlySigned() >= header.requiredSignatures()) {
            return Option.some(new WireProblem.NoFeePayer(header));
        }
        return header.requiredSignatures() + header.readonlyUnsigned() > staticKeys
                ? Option.some(new WireProblem.HeaderExceedsKeys(header, staticKeys))
                : Option.none();
    }

    private static Option<WireProblem> checkDistinct(Address[] keys) {
        AddressIndex seen = new AddressIndex(keys.length);
        for (int i = 0; i < keys.length; i++) {
            int first = seen.add(keys[i]);
            if (first != i) {
                return Option.some(new WireProblem.DuplicateKey(keys[i], first, i));
            }
        }
        return Option.none();
    }

    private static Option<WireProblem> checkLookups(int staticKeys, TableLookup[] lookups) {
        int loaded = 0;
        Map<Address, BitSet> loadedEntries = new HashMap<>();
        for (int i = 0; i < lookups.length; i++) {
            TableLookup lookup = lookups[i];
            if (lookup.loadedKeys() == 0) {
                return Option.some(new WireProblem.EmptyLookup(i, lookup.table()));
            }
            loaded += lookup.loadedKeys();
            BitSet entries = loadedEntries.computeIfAbsent(lookup.table(), table -> new BitSet(256));
            Option<WireProblem> duplicate = checkEntries(lookup.table(), lookup.writableIndexes(), entries)
                    .orElse(() -> checkEntries(lookup.table(), lookup.readonlyIndexes(), entries));
            if (duplicate.isDefined()) {
                return duplicate;
            }
        }
        return staticKeys + loaded > CompiledMessage.MAX_KEYS
                ? Option.some(new WireProblem.TooManyKeys(staticKeys + loaded, CompiledMessage.MAX_KEYS))
                : Option.none();
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
            int staticKeys, CompiledInstruction[] instructions, TableLookup[] lookups) {
        int keys = staticKeys;
        for (TableLookup lookup : lookups) {
            keys += lookup.loadedKeys();
        }
        for (int i = 0; i < instructions.length; i++) {
            CompiledInstruction instruction = instructions[i];
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
