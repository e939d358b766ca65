package dev.mandate.app.metrics;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationBudget;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.time.ServerClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.control.Option;

/** What the tenant that ordered most has left of today's budget on a network. A worker reads it; a scrape shows the last reading, or NaN if that failed. */
final class BudgetReadings {

    private final Network network;
    private final JournalReader journal;
    private final ServerClock clock;
    private final BaseUnits budget;
    private volatile Option<BaseUnits> last = Option.none();

    /** @param budget of each tenant and day */
    BudgetReadings(Network network, JournalReader journal, ServerClock clock, BaseUnits budget, MeterRegistry meters) {
        this.network = network;
        this.journal = journal;
        this.clock = clock;
        this.budget = budget;
        var unused = Gauge.builder(
                        "mandate_creation_budget_left_lamports",
                        () -> last.map(left -> Double.parseDouble(left.toString())).getOrElse(Double.NaN))
                .description("What the tenant that ordered most has left of today's budget")
                .tag("network", network.name())
                .register(meters);
    }

    /** Reads it anew. */
    void look() {
        Option<BaseUnits> next = Option.none();
        try {
            next = Option.some(budget.minus(CreationBudget.mostSpent(journal, network, clock.now())).getOrElse(BaseUnits.ZERO));
        } finally {
            last = next;
        }
    }
}
