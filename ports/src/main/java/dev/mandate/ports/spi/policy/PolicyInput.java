package dev.mandate.ports.spi.policy;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A transaction to decide on. All values are immutable.
 *
 * @param tenant the caller's
 * @param account the smart account that the transaction is for
 * @param view that account as read from the chain; none while it does not exist
 * @param instructions those of the transaction itself. Before it is built these are its operations, later the message, which may also set a
 *     compute budget
 */
public record PolicyInput(
        Tenant tenant,
        Network network,
        AccountRef account,
        Option<AccountView> view,
        Array<DecodedInstruction> instructions) {

    /** All instructions of the transaction and of content within, outer ones first. */
    public Array<DecodedInstruction> all() {
        return instructions.flatMap(DecodedInstruction::all);
    }
}
