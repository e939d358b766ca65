package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.solana.squadsv4.CompiledInstruction;
import dev.mandate.solana.squadsv4.MessageAccounts;
import dev.mandate.solana.squadsv4.TransactionMessage;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** Puts a stored message back into instructions. */
final class StoredInstructions {

    private StoredInstructions() {}

    static Either<LayoutProblem, Array<Instruction>> restore(
            TransactionMessage message, Map<Address, LookupTable> tables) {
        return message.validated()
                .<LayoutProblem>mapLeft(StoredInstructions::unreadable)
                .flatMap(valid -> MessageAccounts.of(valid, HashSet.empty(), tables)
                        .<LayoutProblem>mapLeft(StoredInstructions::unreadable))
                .map(accounts -> Array.ofAll(accounts.drop(message.addressTableLookups().length())))
                .map(keys -> Array.ofAll(message.instructions()).map(compiled -> instruction(compiled, keys)));
    }

    private static Instruction instruction(CompiledInstruction compiled, Seq<AccountMeta> keys) {
        Array<AccountMeta> accounts = Array.empty();
        for (int i = 0; i < compiled.accountIndexes().length(); i++) {
            accounts = accounts.append(keys.get(Byte.toUnsignedInt(compiled.accountIndexes().at(i))));
        }
        return new Instruction(keys.get(compiled.programIdIndex()).address(), accounts, compiled.data());
    }

    private static LayoutProblem unreadable(Object problem) {
        return new LayoutProblem.Unreadable("not the instructions of a stored message: " + problem);
    }
}
