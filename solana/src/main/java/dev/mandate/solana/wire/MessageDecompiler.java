package dev.mandate.solana.wire;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Replaces indexes by addresses. The result states what the message does, not how it was written. Keys that no instruction
 * names are left out. Every account has the rights that it has in the whole message. Each table is listed once.
 */
final class MessageDecompiler {

    private final CompiledMessage message;
    private final Seq<LookupTable> tables;
    /** All keys by index: static, loaded writable, loaded readonly. */
    private final List<Address> keys = new ArrayList<>();
    private final Set<Address> known = new HashSet<>();
    private final List<LookupTable> used = new ArrayList<>();
    private int writableLoadedEnd;

    private MessageDecompiler(CompiledMessage message, Seq<LookupTable> tables) {
        this.message = message;
        this.tables = tables;
    }

    static Either<DecompileProblem, Message> decompile(CompiledMessage message, Seq<LookupTable> tables) {
        MessageDecompiler decompiler = new MessageDecompiler(message, tables);
        Option<DecompileProblem> problem = decompiler.resolve();
        return problem.isDefined() ? Either.left(problem.get()) : Either.right(decompiler.decompiled());
    }

    private Option<DecompileProblem> resolve() {
        for (Address key : message.staticKeys()) {
            keys.add(key);
            known.add(key);
        }
        List<LookupTable> inLookupOrder = new ArrayList<>();
        for (TableLookup lookup : message.lookups()) {
            Option<LookupTable> table = tables.find(given -> given.table().equals(lookup.table()));
            if (table.isEmpty()) {
                return Option.some(new DecompileProblem.TableMissing(lookup.table()));
            }
            inLookupOrder.add(table.get());
            if (!used.contains(table.get())) {
                used.add(table.get());
            }
        }
        for (int i = 0; i < inLookupOrder.size(); i++) {
            Option<DecompileProblem> problem =
                    load(inLookupOrder.get(i), message.lookups().get(i).writableIndexes());
            if (problem.isDefined()) {
                return problem;
            }
        }
        writableLoadedEnd = keys.size();
        for (int i = 0; i < inLookupOrder.size(); i++) {
            Option<DecompileProblem> problem =
                    load(inLookupOrder.get(i), message.lookups().get(i).readonlyIndexes());
            if (problem.isDefined()) {
                return problem;
            }
        }
        return Option.none();
    }

    private Option<DecompileProblem> load(LookupTable table, Bytes entries) {
        for (int i = 0; i < entries.length(); i++) {
            int entry = entries.at(i) & 0xff;
            if (entry >= table.entries().size()) {
                return Option.some(new DecompileProblem.EntryMissing(
                        table.table(), entry, table.entries().size()));
            }
            Address key = table.entries().get(entry);
            if (!known.add(key)) {
                return Option.some(new DecompileProblem.LoadedTwice(key, table.table(), entry));
            }
            keys.add(key);
        }
        return Option.none();
    }

    private Message decompiled() {
        Instruction[] instructions = new Instruction[message.instructions().size()];
        int position = 0;
        for (CompiledInstruction compiled : message.instructions()) {
            AccountMeta[] accounts = new AccountMeta[compiled.accountIndexes().length()];
            for (int i = 0; i < accounts.length; i++) {
                accounts[i] = account(compiled.accountIndex(i));
            }
            instructions[position++] =
                    new Instruction(keys.get(compiled.programIndex()), Array.of(accounts), compiled.data());
        }
        return new Message(
                message.version(),
                message.feePayer(),
                message.lifetime(),
                message.config(),
                Array.of(instructions),
                Array.ofAll(used));
    }

    private AccountMeta account(int index) {
        MessageHeader header = message.header();
        int signers = header.requiredSignatures();
        int staticKeys = message.staticKeys().size();
        boolean writable;
        if (index < signers) {
            writable = index < header.writableSigned();
        } else if (index < staticKeys) {
            writable = index < staticKeys - header.readonlyUnsigned();
        } else {
            writable = index < writableLoadedEnd;
        }
        return new AccountMeta(keys.get(index), index < signers, writable);
    }
}
