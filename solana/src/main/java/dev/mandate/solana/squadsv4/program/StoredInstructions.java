package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.solana.squadsv4.MessageAccounts;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.wire.CompiledInstruction;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** Converts a stored message back into instructions. */
final class StoredInstructions {

    private StoredInstructions() {}

    static Either<LayoutProblem, Array<Instruction>> restore(
            TransactionMessage message, Map<Address, LookupTable> tables) {
        return message.validated()
                .<LayoutProblem>mapLeft(StoredInstructions::unreadable)
                .flatMap(valid -> MessageAccounts.of(valid, HashSet.empty(), tables)
                        .mapLeft(StoredInstructions::withoutTable))
                .map(accounts -> numbered(message, accounts.drop(message.lookups().length())))
                .map(keys -> Array.ofAll(message.instructions()).map(compiled -> instruction(compiled, keys)));
    }

    /** The keys in the order of their indexes: the writable ones of all tables come before the read-only ones of all tables. */
    private static Array<AccountMeta> numbered(TransactionMessage message, Seq<AccountMeta> listed) {
        int own = message.accountKeys().length();
        return Array.ofAll(listed.take(own)
                .appendAll(listed.drop(own).filter(AccountMeta::writable))
                .appendAll(listed.drop(own).reject(AccountMeta::writable)));
    }

    /**
     * Returns the calls of {@code program} in a message. The left side says why a call cannot be read: it uses lookup table
     * entries, which only the chain knows.
     */
    static Either<String, Array<Instruction>> spelledOut(TransactionMessage message, Address program) {
        Array<AccountMeta> keys = message.accountKeys()
                .zipWithIndex()
                .map(key -> new AccountMeta(key._1, message.isSigner(key._2), message.isWritable(key._2)))
                .toArray();
        if (message.instructions().exists(called -> called.programIndex() >= keys.length())) {
            return Either.left("proposes a call of a program that a lookup table names");
        }
        Array<CompiledInstruction> calls = Array.ofAll(message.instructions())
                .filter(called -> keys.get(called.programIndex()).address().equals(program));
        return calls.exists(called -> namesOthers(called, keys.length()))
                ? Either.left("proposes a call with accounts that a lookup table names")
                : Either.right(calls.map(called -> instruction(called, keys)));
    }

    private static boolean namesOthers(CompiledInstruction called, int keys) {
        return Array.range(0, called.accountIndexes().length()).exists(i -> called.accountIndex(i) >= keys);
    }

    private static Instruction instruction(CompiledInstruction compiled, Seq<AccountMeta> keys) {
        Array<AccountMeta> accounts =
                Array.tabulate(compiled.accountIndexes().length(), i -> keys.get(compiled.accountIndex(i)));
        return new Instruction(keys.get(compiled.programIndex()).address(), accounts, compiled.data());
    }

    static LayoutProblem withoutTable(MessageAccounts.Problem problem) {
        return switch (problem) {
            case MessageAccounts.Problem.MissingTable(Address table) -> unreadable("the lookup table " + table + " is missing");
            case MessageAccounts.Problem.NoSuchEntry(Address table, int index, int entries) ->
                new LayoutProblem.MissingEntry(table, index, entries);
        };
    }

    private static LayoutProblem unreadable(Object problem) {
        return new LayoutProblem.Unreadable("not the instructions of a stored message: " + problem);
    }
}
