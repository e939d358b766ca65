package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Window;
import dev.mandate.ports.spi.program.TransferFee;
import io.vavr.control.Option;

/**
 * A spending limit as read from the chain.
 *
 * @param window the window at the chain's time of the reading; a reset that is due is already applied
 * @param transferFee what the token's mint withholds of each payment; none if nothing
 * @param kept the engine's own limit, if the engine keeps it; the terms are then those by which the chain lets its policy key spend
 * @param differing the engine's record, if the chain's account has other terms than it implies: then the chain alone keeps the limit
 */
public record LimitView(
        Address limit,
        LimitTerms terms,
        Window window,
        Option<TransferFee> transferFee,
        Option<KeptByEngine> kept,
        Option<EngineLimit> differing) {

    /** A limit that the chain keeps. */
    public LimitView(Address limit, LimitTerms terms, Window window, Option<TransferFee> transferFee) {
        this(limit, terms, window, transferFee, Option.none(), Option.none());
    }

    /**
     * A limit that the engine keeps.
     *
     * @param at what the chain's clock and the server's clock showed
     */
    public record KeptByEngine(EngineLimit limit, ClockReading at) {}

    /** The same with the engine's record of it. The engine keeps it only while the chain's account is the one that the record implies. */
    public LimitView comparedWith(EngineLimit recorded, ClockReading at) {
        return recorded.implies(terms)
                ? new LimitView(limit, terms, window, transferFee, Option.some(new KeptByEngine(recorded, at)), Option.none())
                : new LimitView(limit, terms, window, transferFee, Option.none(), Option.some(recorded));
    }
}
