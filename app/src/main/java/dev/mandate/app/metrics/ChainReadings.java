package dev.mandate.app.metrics;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.agreement.LimitClocks;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.time.ServerClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.ToDoubleFunction;

/** The fee payer's balance and the clock of one network. A worker reads them, with one call; a scrape shows the last reading, or NaN if that failed. */
final class ChainReadings {

    private final Chain chain;
    private final LimitClocks clocks;
    private final AccountQuery feePayer;
    private volatile Option<Reading> last = Option.none();

    ChainReadings(Network network, Chain chain, ServerClock clock, Address feePayer, MeterRegistry meters) {
        this.chain = chain;
        this.clocks = new LimitClocks(chain, clock);
        this.feePayer = new AccountQuery.OfAnyOwner(feePayer);
        gauge(
                meters,
                network,
                "mandate_fee_payer_balance_lamports",
                "The balance of the operator's fee payer",
                reading -> Double.parseDouble(reading.balance().toString()));
        gauge(
                meters,
                network,
                "mandate_clock_difference_seconds",
                "The chain's clock minus the server's",
                reading -> reading.clocks().chain().latest().secondsSince(reading.clocks().server()));
        var unused = Gauge.builder("mandate_nodes_required", chain, Chain::agreement)
                .description("How many nodes must agree")
                .strongReference(true)
                .tag("network", network.name())
                .register(meters);
    }

    private record Reading(BaseUnits balance, ClockReading clocks) {}

    private void gauge(MeterRegistry meters, Network network, String name, String description, ToDoubleFunction<Reading> value) {
        var unused = Gauge.builder(name, () -> last.map(value::applyAsDouble).getOrElse(Double.NaN))
                .description(description)
                .tag("network", network.name())
                .register(meters);
    }

    /** Reads both anew. */
    void look() {
        last = chain.accounts(Array.of(feePayer)).map(this::reading).toOption();
    }

    private Reading reading(AccountsSnapshot found) {
        return new Reading(
                found.at(feePayer).owned().map(AccountData::lamports).getOrElse(BaseUnits.ZERO), clocks.reading(found));
    }
}
