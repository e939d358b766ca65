package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowScan;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The cost of creations on a network: the budget of each tenant and day, and the payments of the fee payer, which all tenants share. Each
 * creation is committed against the versions of both that it was decided on. So no two instances spend the same lamports.
 */
public final class CreationBudget {

    private static final String KIND = "creation-budget";
    /** Sorts behind the names of days, which are digits. */
    private static final String AFTER_ALL_DAYS = "~";
    private static final EntityType<Spent, Changed> DAY =
            EntityType.of(KIND, Spent.class, Changed.class, (before, event) -> event.spent());
    private static final EntityType<Payments, Moved> PAYER =
            EntityType.of("creation-payments", Payments.class, Moved.class, (before, event) -> event.payments());

    static final Array<Projection> PROJECTIONS = Array.of(DAY.projection(), PAYER.projection());

    private final Repository<Spent, Changed> days;
    private final Repository<Payments, Moved> payers;
    private final TenantJournal journal;

    CreationBudget(TenantJournal journal) {
        this.days = journal.anywhere(DAY);
        this.payers = journal.anywhere(PAYER);
        this.journal = journal;
    }

    /** The cost of a tenant's orders of one day, without what was given back. */
    private record Spent(BaseUnits lamports) {}

    private record Changed(Spent spent) {}

    /** As in {@link Sums}. */
    private record Payments(BaseUnits pending, BaseUnits paid) {}

    private record Moved(Payments payments) {}

    /**
     * The sums that an order changes.
     *
     * @param spent cost of the tenant's orders of the day, without what was given back
     * @param pending cost of the pending orders of all tenants, which the fee payer may or may not have paid
     * @param paid lamports that have left the fee payer for good
     */
    record Sums(BaseUnits spent, BaseUnits pending, BaseUnits paid) {

        /** After a new pending order of this cost. */
        Sums ordering(BaseUnits cost) {
            return new Sums(plus(spent, cost), plus(pending, cost), paid);
        }

        /** After the end of a pending order of this cost, of which {@code lost} was really paid. */
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

    /** The most lamports that one tenant ordered on {@code network} on the day of {@code now}. It reads two rows for each tenant that ever ordered. */
    public static BaseUnits mostSpent(JournalReader journal, Network network, UnixTime now) {
        BaseUnits most = BaseUnits.ZERO;
        RowScan scan = RowScan.of(KIND, 1);
        Option<Row> next = Array.ofAll(journal.rows(scan).items()).headOption();
        while (next.isDefined()) {
            String key = next.get().key().key();
            String prefix = key.substring(0, key.lastIndexOf('/') + 1);
            if (RowPrefix.own(key).network().equals(network)) {
                most = DAY.find(journal, prefix + CreationQuota.day(now))
                        .map(day -> day.state().lamports())
                        .toArray()
                        .append(most)
                        .max()
                        .get();
            }
            next = Array.ofAll(journal.rows(scan.after(prefix + AFTER_ALL_DAYS)).items()).headOption();
        }
        return most;
    }

    /** The name of the stream and row for the day in which {@code now} lies. */
    String day(UnixTime now) {
        return journal.prefix() + CreationQuota.day(now);
    }

    /** The lamports that have left the fee payer for good. */
    BaseUnits paid() {
        return payers.find(payer()).map(payer -> payer.state().paid()).getOrElse(BaseUnits.ZERO);
    }

    /** The fee payer's payments are those of all tenants of the network. */
    private String payer() {
        return journal.network().name();
    }

    /** The present records. */
    Found find(String day) {
        return new Found(day, days.find(day), payers.find(payer()));
    }

    /** The records after the pending commits of {@code chain}. */
    Found ahead(CommitChain chain, String day) {
        return new Found(day, days.find(chain, day), payers.find(chain, payer()));
    }

    /** Adds the new sums to a commit. */
    Commit change(Commit commit, Found before, Sums after) {
        Commit counted = before.sums().spent().equals(after.spent())
                ? commit
                : days.append(commit, before.day(), before.spent(), Array.of(new Changed(new Spent(after.spent()))));
        return payers.append(
                counted, payer(), before.payer(), Array.of(new Moved(new Payments(after.pending(), after.paid()))));
    }
}
