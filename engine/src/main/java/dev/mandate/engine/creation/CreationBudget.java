package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What was spent of the budget for creations on a network, and what of it orders in flight have yet to pay. Each creation is committed
 * against the version of the budget that it was decided on: of several instances no two spend the same lamports.
 */
final class CreationBudget {

    private static final EntityType<Spent, Changed> TYPE =
            EntityType.of("creation-budget", Spent.class, Changed.class, (before, event) -> event.spent());

    static final Projection PROJECTION = TYPE.projection();

    private final Repository<Spent, Changed> budgets;
    private final String id;

    CreationBudget(Journal journal, ServerClock clock, Network network) {
        this.budgets = new Repository<>(TYPE, journal, clock);
        this.id = network.name();
    }

    /**
     * How it stands.
     *
     * @param lamports of all orders, but for what was given back
     * @param pending what of them orders cost that have not ended: the fee payer may or may not have paid it
     */
    record Spent(BaseUnits lamports, BaseUnits pending) {

        static final Spent NOTHING = new Spent(BaseUnits.ZERO, BaseUnits.ZERO);

        /** What has left the fee payer for good. */
        BaseUnits paid() {
            return lamports.minus(pending).getOrElse(BaseUnits.ZERO);
        }

        /** With one more order in flight, at {@code cost}. */
        Spent ordering(BaseUnits cost) {
            return new Spent(
                    lamports.plus(cost).getOrElse(BaseUnits.MAX), pending.plus(cost).getOrElse(BaseUnits.MAX));
        }

        /** Without an order that was in flight at {@code cost}, of which {@code paid} is gone. */
        Spent ending(BaseUnits cost, BaseUnits paid) {
            BaseUnits rest = lamports.minus(cost).getOrElse(BaseUnits.ZERO);
            return new Spent(
                    rest.plus(paid).getOrElse(BaseUnits.MAX), pending.minus(cost).getOrElse(BaseUnits.ZERO));
        }
    }

    private record Changed(Spent spent) {}

    /** As it stands. */
    Spent spent() {
        return spent(budgets.find(id));
    }

    /** As it will be after the commits under way. */
    Option<Entity<Spent>> ahead(CommitChain chain) {
        return budgets.find(chain, id);
    }

    static Spent spent(Option<Entity<Spent>> found) {
        return found.map(Entity::state).getOrElse(Spent.NOTHING);
    }

    /** Adds to a commit how it stands afterwards. */
    Commit change(Commit commit, Option<Entity<Spent>> before, Spent after) {
        return budgets.append(commit, id, before, Array.of(new Changed(after)));
    }
}
