package dev.mandate.engine.creation;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What creations on a network cost: each tenant's budget by the day, and the payments of the fee payer, which all tenants share. Each
 * creation is committed against the versions of both that it was decided on: of several instances no two spend the same lamports.
 */
final class CreationBudget {

    private static final EntityType<Spent, Changed> DAY =
            EntityType.of("creation-budget", Spent.class, Changed.class, (before, event) -> event.spent());
    private static final EntityType<Payments, Moved> PAYER =
            EntityType.of("creation-payments", Payments.class, Moved.class, (before, event) -> event.payments());

    static final Array<Projection> PROJECTIONS = Array.of(DAY.projection(), PAYER.projection());

    private final Repository<Spent, Changed> days;
    private final Repository<Payments, Moved> payers;
    private final Network network;

    CreationBudget(Journal journal, ServerClock clock, Network network) {
        this.days = new Repository<>(DAY, journal, clock);
        this.payers = new Repository<>(PAYER, journal, clock);
        this.network = network;
    }

    /** What a tenant's orders of one day cost, without what was given back. */
    private record Spent(BaseUnits lamports) {}

    private record Changed(Spent spent) {}

    /** As in {@link Sums}. */
    private record Payments(BaseUnits pending, BaseUnits paid) {}

    private record Moved(Payments payments) {}

    /**
     * The sums that an order changes.
     *
     * @param spent what the tenant's orders of the day cost, without what was given back
     * @param pending what orders of all tenants cost that have not ended: the fee payer may or may not have paid it
     * @param paid what has left the fee payer for good
     */
    record Sums(BaseUnits spent, BaseUnits pending, BaseUnits paid) {

        /** With one more order pending, at {@code cost}. */
        Sums ordering(BaseUnits cost) {
            return new Sums(plus(spent, cost), plus(pending, cost), paid);
        }

        /** Without an order that was pending at {@code cost}, of which {@code lost} is paid. */
        Sums ending(BaseUnits cost, BaseUnits lost) {
            return new Sums(plus(minus(spent, cost), lost), minus(pending, cost), plus(paid, lost));
        }

        private static BaseUnits plus(BaseUnits a, BaseUnits b) {
            return a.plus(b).getOrElse(BaseUnits.MAX);
        }

        private static BaseUnits minus(BaseUnits a, BaseUnits b) {
            return a.minus(b).getOrElse(BaseUnits.ZERO);
        }
    }

    /**
     * The records that hold the sums.
     *
     * @param day as in {@link #day}
     */
    record Found(String day, Option<Entity<Spent>> spent, Option<Entity<Payments>> payer) {

        Sums sums() {
            Payments payments = payer.map(Entity::state).getOrElse(new Payments(BaseUnits.ZERO, BaseUnits.ZERO));
            return new Sums(
                    spent.map(found -> found.state().lamports()).getOrElse(BaseUnits.ZERO), payments.pending(), payments.paid());
        }
    }

    /** The name of the stream and row of the tenant's day that {@code now} is in. */
    String day(Tenant tenant, UnixTime now) {
        return RowPrefix.of(tenant, network) + CreationQuota.day(now);
    }

    /** The lamports that have left the fee payer for good. */
    BaseUnits paid() {
        return payers.find(network.name()).map(payer -> payer.state().paid()).getOrElse(BaseUnits.ZERO);
    }

    /** As they are. */
    Found find(String day) {
        return new Found(day, days.find(day), payers.find(network.name()));
    }

    /** As they will be after the pending commits. */
    Found ahead(CommitChain chain, String day) {
        return new Found(day, days.find(chain, day), payers.find(chain, network.name()));
    }

    /** Adds to a commit what the sums are afterwards. */
    Commit change(Commit commit, Found before, Sums after) {
        Commit counted = before.sums().spent().equals(after.spent())
                ? commit
                : days.append(commit, before.day(), before.spent(), Array.of(new Changed(new Spent(after.spent()))));
        return payers.append(
                counted, network.name(), before.payer(), Array.of(new Moved(new Payments(after.pending(), after.paid()))));
    }
}
