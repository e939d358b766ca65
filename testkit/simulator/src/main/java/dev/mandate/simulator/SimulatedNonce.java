package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.programs.NonceValues;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/** Finds out whether a message uses a durable nonce instead of a recent blockhash. */
final class SimulatedNonce {

    /** The number of the system program's instruction. */
    private static final int ADVANCE_NONCE = 4;

    private SimulatedNonce() {}

    /**
     * Returns the nonce account that the first instruction advances. The account must hold the message's lifetime, and its
     * authority must sign that instruction.
     */
    static Option<Address> usedBy(CompiledMessage message, Function<Address, Option<AccountData>> ledger) {
        // A nonce account is never loaded from a table.
        LoadedMessage loaded = LoadedMessage.of(message, List.of(), List.of());
        return loaded.message()
                .instructions()
                .headOption()
                .flatMap(first -> advanced(loaded, first))
                .filter(nonce -> ledger.apply(nonce)
                        .filter(account -> account.owner().equals(SystemProgram.ID))
                        .flatMap(account -> NonceValues.read(account.data()))
                        .exists(state -> state.value().equals(loaded.message().lifetime())
                                && signsFirst(loaded, state.authority())));
    }

    private static Option<Address> advanced(LoadedMessage loaded, CompiledInstruction first) {
        boolean advances = loaded.keys().get(first.programIndex()).equals(SystemProgram.ID)
                && first.data().length() >= 4
                && tag(first.data()) == ADVANCE_NONCE
                && first.accountIndexes().length() > 0
                && first.accountIndex(0) < loaded.keys().size()
                && loaded.isWritable(first.accountIndex(0));
        return advances ? Option.some(loaded.keys().get(first.accountIndex(0))) : Option.none();
    }

    private static long tag(Bytes data) {
        return new ByteReader(data).u32();
    }

    private static boolean signsFirst(LoadedMessage loaded, Address authority) {
        CompiledInstruction first = loaded.message().instructions().head();
        for (int i = 0; i < first.accountIndexes().length(); i++) {
            int index = first.accountIndex(i);
            if (loaded.isSigner(index) && loaded.keys().get(index).equals(authority)) {
                return true;
            }
        }
        return false;
    }
}
