package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.kernel.UnixTime;
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
 */
public record LimitView(
        Address limit, LimitTerms terms, Window window, Option<TransferFee> transferFee, Option<KeptByEngine> kept) {

    /** A limit that the chain keeps. */
    public LimitView(Address limit, LimitTerms terms, Window window, Option<TransferFee> transferFee) {
        this(limit, terms, window, transferFee, Option.none());
    }

    /**
     * A limit that the engine keeps.
     *
     * @param at the later of the chain's clock and the server's clock
     */
    public record KeptByEngine(EngineLimit limit, UnixTime at) {}

    /** The same, kept by the engine. */
    public LimitView keptAs(EngineLimit engine, UnixTime at) {
        return new LimitView(limit, terms, window, transferFee, Option.some(new KeptByEngine(engine, at)));
    }
}
