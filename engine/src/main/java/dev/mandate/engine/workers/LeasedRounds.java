package dev.mandate.engine.workers;

import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.control.Option;
import java.util.function.BooleanSupplier;

/** Rounds of work that one instance at a time does, under the lease of an outbox message. Called by one thread. */
public interface LeasedRounds {

    /** The outbox topic of the message whose lease decides who does the rounds. It names the work. */
    String topic();

    /** Makes the message. Repeating this has no effect. */
    void open();

    /** Forgets what was known of earlier rounds: another instance may have done some meanwhile. */
    void forget();

    /**
     * Does a round.
     *
     * @param isOurs whether the lease is still held
     * @return the first fault of the chain; none if nothing was missed
     */
    Option<ChainFault> round(BooleanSupplier isOurs);

    /**
     * Does what cannot wait for the next round.
     *
     * @param isOurs whether the lease is still held
     */
    Option<ChainFault> hints(BooleanSupplier isOurs);

    /** Called when the instance stops. */
    void rest();
}
