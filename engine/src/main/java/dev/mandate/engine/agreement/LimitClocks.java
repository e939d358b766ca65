package dev.mandate.engine.agreement;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** Reads the clocks by which limits are used and end. */
public record LimitClocks(Chain chain, ServerClock server) {

    /** Accounts as so many sources tell them as have to agree, and the clocks. */
    public record Reading(AccountsSnapshot accounts, LimitClock clock) {}

    /** Reads accounts and clocks; refused if too few sources agree, or if the chain's clock and the server's do not. */
    public Either<BuildRefusal, Reading> read(Seq<AccountQuery> queries) {
        return chain.agreeing()
                .accounts(queries)
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> agreed(found).<BuildRefusal>mapLeft(BuildRefusal.ClocksDisagree::new).map(clock -> new Reading(found, clock)));
    }

    /** Reads the clocks alone, whether they agree or not. */
    public Either<ChainFault, Either<ClockReading, LimitClock>> clocks() {
        return chain.agreeing().accounts(Array.empty()).map(this::agreed);
    }

    private Either<ClockReading, LimitClock> agreed(AccountsSnapshot found) {
        return LimitClock.of(new Agreed<>(found.clock(), chain.agreement()), reading(found).server());
    }

    /** What the clocks show, as one source tells the chain's: for showing. A simulated time has no clock beside it. */
    public ClockReading reading(AccountsSnapshot found) {
        return new ClockReading(found.clock(), switch (chain.timekeeping()) {
            case REAL -> server.now();
            case SIMULATED -> found.chainTime();
        });
    }
}
