package dev.mandate.simulator;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageHeader;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A message with all its keys, loaded ones included, and their rights. */
final class LoadedMessage {

    /** 128 once the feature {@code increase_tx_account_lock_limit} is active; no public network has activated it yet. */
    private static final int MAX_ACCOUNT_LOCKS = 64;

    private final CompiledMessage message;
    private final List<Address> keys;
    private final boolean[] writable;

    private LoadedMessage(CompiledMessage message, List<Address> keys, boolean[] writable) {
        this.message = message;
        this.keys = keys;
        this.writable = writable;
    }

    static LoadedMessage of(CompiledMessage message, List<Address> loadedWritable, List<Address> loadedReadonly) {
        List<Address> keys = new ArrayList<>(message.staticKeys().asJava());
        keys.addAll(loadedWritable);
        int firstReadonlyLoaded = keys.size();
        keys.addAll(loadedReadonly);
        return new LoadedMessage(message, keys, writable(message, keys, firstReadonlyLoaded));
    }

    /** Follows the runtime: called programs and reserved addresses are never writable, whatever the message requests. */
    private static boolean[] writable(CompiledMessage message, List<Address> keys, int firstReadonlyLoaded) {
        boolean[] writable = new boolean[keys.size()];
        for (int i = 0; i < writable.length; i++) {
            writable[i] = isAskedWritable(message, i, firstReadonlyLoaded) && !KnownAddresses.isReserved(keys.get(i));
        }
        for (CompiledInstruction instruction : message.instructions()) {
            writable[instruction.programIndex()] = false;
        }
        return writable;
    }

    private static boolean isAskedWritable(CompiledMessage message, int index, int firstReadonlyLoaded) {
        MessageHeader header = message.header();
        int statics = message.staticKeys().size();
        if (index >= statics) {
            return index < firstReadonlyLoaded;
        }
        return index < header.requiredSignatures()
                ? index < header.requiredSignatures() - header.readonlySigned()
                : index < statics - header.readonlyUnsigned();
    }

    CompiledMessage message() {
        return message;
    }

    /** Returns static keys, then keys loaded from lookup tables, in the order of their indexes. */
    List<Address> keys() {
        return keys;
    }

    /** Returns this message if one transaction may lock all its accounts. The runtime checks this before any other rule on accounts. */
    Either<TransactionFailure, LoadedMessage> lockable() {
        if (keys.size() > MAX_ACCOUNT_LOCKS) {
            return Either.left(new TransactionFailure.Named("TooManyAccountLocks"));
        }
        return new HashSet<>(keys).size() < keys.size()
                ? Either.left(new TransactionFailure.Named("AccountLoadedTwice"))
                : Either.right(this);
    }

    boolean isSigner(int index) {
        return index < message.header().requiredSignatures();
    }

    boolean isWritable(int index) {
        return writable[index];
    }

    Set<Address> programs() {
        Set<Address> programs = new HashSet<>();
        message.instructions().forEach(instruction -> programs.add(keys.get(instruction.programIndex())));
        return programs;
    }

    Array<Instruction> instructions() {
        return message.instructions()
                .map(instruction -> new Instruction(
                        keys.get(instruction.programIndex()), accounts(instruction), instruction.data()))
                .toArray();
    }

    /** Returns an inner call whose accounts have the rights that the message gives them. */
    Instruction withItsRights(Instruction called) {
        return new Instruction(
                called.program(),
                called.accounts().map(meta -> {
                    int index = keys.indexOf(meta.address());
                    return new AccountMeta(meta.address(), isSigner(index), isWritable(index));
                }),
                called.data());
    }

    private Array<AccountMeta> accounts(CompiledInstruction instruction) {
        AccountMeta[] accounts = new AccountMeta[instruction.accountIndexes().length()];
        for (int i = 0; i < accounts.length; i++) {
            int index = instruction.accountIndex(i);
            accounts[i] = new AccountMeta(keys.get(index), isSigner(index), writable[index]);
        }
        return Array.of(accounts);
    }
}
