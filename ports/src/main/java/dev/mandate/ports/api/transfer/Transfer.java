package dev.mandate.ports.api.transfer;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.program.Movement;
import io.vavr.control.Option;

/**
 * A transfer of SOL or tokens into or out of an account.
 *
 * @param signature of the transaction that contains it
 * @param slot slot in which that transaction landed
 * @param time when its block was made, by the chain's clock; none if the node does not know
 * @param direction as seen from the account
 */
public record Transfer(
        Signature signature, long slot, Option<UnixTime> time, Direction direction, Movement movement)
        implements TransferEntry {

    /** The direction as seen from the account. */
    public enum Direction {
        INFLOW,
        OUTFLOW
    }

    /** Its permanent id: the transaction's signature, a colon, and the position of the instruction. */
    public String id() {
        return signature + ":" + movement.position();
    }
}
