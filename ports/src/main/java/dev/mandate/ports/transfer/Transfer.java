package dev.mandate.ports.transfer;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.program.Movement;
import io.vavr.control.Option;

/**
 * SOL or tokens that came into an account or went out of it.
 *
 * @param signature of the transaction that moved them
 * @param slot where that landed
 * @param time when its block was made, by the chain's clock; none where the node does not know
 * @param direction as the account sees it
 */
public record Transfer(
        Signature signature, long slot, Option<UnixTime> time, Direction direction, Movement movement) {

    /** As an account sees it. */
    public enum Direction {
        INFLOW,
        OUTFLOW
    }

    /** What names it for good: the transaction's signature, a colon, and where in it the instruction ran. */
    public String id() {
        return signature + ":" + movement.position();
    }
}
