package dev.mandate.domain.smartaccount;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The rules of a program of smart accounts. {@code now} is the chain's clock. */
public interface AccountRules extends Decider<Option<SmartAccount>, Command, Event, Refusal> {

    /** Every rule that {@code command} breaks, in the program's order of checks. {@link #decide} refuses with the first of them. */
    Array<Refusal> violations(SmartAccount account, Command command, UnixTime now);
}
