package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageHeader;
import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A message with all its keys: the static ones, then those that its lookups load.
 *
 * @param keys in the order of their indexes
 * @param firstReadonlyLoaded the index of the first key that was loaded as readonly
 */
record LoadedMessage(CompiledMessage message, List<Address> keys, int firstReadonlyLoaded) {

    static LoadedMessage of(CompiledMessage message, List<Address> loadedWritable, List<Address> loadedReadonly) {
        List<Address> keys = new ArrayList<>(message.staticKeys().asJava());
        keys.addAll(loadedWritable);
        int firstReadonlyLoaded = keys.size();
        keys.addAll(loadedReadonly);
        return new LoadedMessage(message, keys, firstReadonlyLoaded);
    }

    boolean hasDuplicates() {
        return new HashSet<>(keys).size() < keys.size();
    }

    boolean isSigner(int index) {
        return index < message.header().requiredSignatures();
    }

    /** As the runtime sees it: programs and its own accounts are never written to, whatever the message asks. */
    boolean isWritable(int index) {
        return isAskedWritable(index) && !KnownAddresses.isReserved(keys.get(index)) && !isCalled(index);
    }

    private boolean isAskedWritable(int index) {
        MessageHeader header = message.header();
        int statics = message.staticKeys().size();
        if (index >= statics) {
            return index < firstReadonlyLoaded;
        }
        return index < header.requiredSignatures()
                ? index < header.requiredSignatures() - header.readonlySigned()
                : index < statics - header.readonlyUnsigned();
    }

    private boolean isCalled(int index) {
        return message.instructions().exists(instruction -> instruction.programIndex() == index);
    }

    Set<Address> programs() {
        Set<Address> programs = new HashSet<>();
        message.instructions().forEach(instruction -> programs.add(keys.get(instruction.programIndex())));
        return programs;
    }

    Vector<Instruction> instructions() {
        boolean[] writable = writable();
        return message.instructions()
                .map(instruction -> new Instruction(
                        keys.get(instruction.programIndex()), accounts(instruction, writable), instruction.data()))
                .toVector();
    }

    /** A call from program to program, each of its accounts with the rights that the message gives it. */
    Instruction withItsRights(Instruction called) {
        return new Instruction(
                called.program(),
                called.accounts().map(meta -> {
                    int index = keys.indexOf(meta.address());
                    return new AccountMeta(meta.address(), isSigner(index), isWritable(index));
                }),
                called.data());
    }

    private boolean[] writable() {
        boolean[] writable = new boolean[keys.size()];
        for (int i = 0; i < writable.length; i++) {
            writable[i] = isWritable(i);
        }
        return writable;
    }

    private Vector<AccountMeta> accounts(CompiledInstruction instruction, boolean[] writable) {
        return Vector.range(0, instruction.accountIndexes().length()).map(position -> {
            int index = instruction.accountIndex(position);
            return new AccountMeta(keys.get(index), isSigner(index), writable[index]);
        });
    }
}
