package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.creation.CreationBudget.Found;
import dev.mandate.engine.creation.CreationBudget.Sums;
import dev.mandate.engine.creation.CreationFunds.Balance;
import dev.mandate.engine.creation.CreationRecord.Charge;
import dev.mandate.engine.creation.CreationRecord.Event;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.creation.CreationRecord.State;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.custody.SubmissionId;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import java.util.function.Function;

/** Settles orders after the end of their transactions. */
final class CreationSettling {

    /** An order of this version gets no further transaction. */
    private static final long MAX_VERSIONS = 100;

    private static final String RACED = "somebody else is settling it";

    private final CreationParts parts;
    private final CreationRepository book;
    private final CommitChain chain;
    private final CreationBudget budget;
    private final CreationQuota quota;
    private final CreationFunds funds;
    private final CreationTransactions transactions;

    CreationSettling(
            CreationParts parts,
            CreationRepository book,
            CommitChain chain,
            CreationBudget budget,
            CreationQuota quota,
            CreationFunds funds,
            CreationTransactions transactions) {
        this.parts = parts;
        this.book = book;
        this.chain = chain;
        this.budget = budget;
        this.quota = quota;
        this.funds = funds;
        this.transactions = transactions;
    }

    /** As {@link AccountCreations#settle}. */
    Option<String> settle(SubmissionRecord over) {
        return book.find(over.subject().account())
                .filter(entity -> entity.state().submission().equals(over.id()) && entity.state().state() == State.PENDING)
                .flatMap(entity -> switch (over.state()) {
                    case SubmissionState.Confirmed confirmed -> created(entity);
                    case SubmissionState.Failed failed -> failed(entity, networkFee(entity));
                    case SubmissionState.Expired expired -> renew(entity, Option.none());
                    case SubmissionState.Indeterminate forgotten -> renew(entity, networkFee(entity));
                    case SubmissionState.Absent open -> stillOpen(over);
                    case SubmissionState.Built open -> stillOpen(over);
                    case SubmissionState.Signed open -> stillOpen(over);
                    case SubmissionState.InFlight open -> stillOpen(over);
                });
    }

    private static Option<String> stillOpen(SubmissionRecord open) {
        throw new IllegalStateException(open.id() + " is not over");
    }

    private static Option<BaseUnits> networkFee(Entity<CreationRecord> record) {
        return Option.some(record.state().charge().networkFee());
    }

    private Option<String> created(Entity<CreationRecord> record) {
        BaseUnits cost = record.state().charge().cost();
        return settled(record, found -> Either.right(
                budget.change(end(record, State.CREATED), found, found.sums().ending(cost, cost))));
    }

    /** Settles an order whose account exists, although it was recorded that no transaction of it landed. It counts as paid. */
    Option<String> found(Entity<CreationRecord> neverLanded) {
        BaseUnits cost = neverLanded.state().charge().cost();
        return settled(neverLanded, found -> Either.right(budget.change(
                end(neverLanded, State.CREATED), found, found.sums().ordering(cost).ending(cost, cost))));
    }

    /**
     * Settles a failed order, unless the account exists. An earlier transaction that was given up too early may have created it.
     *
     * @param fee the fee that is lost; none: the transaction did not land
     */
    private Option<String> failed(Entity<CreationRecord> record, Option<BaseUnits> fee) {
        return ifCreated(record, () -> ended(record, fee));
    }

    /** Settles an order as created if its account is there, else as {@code otherwise} does. */
    private Option<String> ifCreated(Entity<CreationRecord> record, Supplier<Option<String>> otherwise) {
        return transactions.settings(record.state().order()).fold(
                CreationSettling::silent,
                found -> found.value() instanceof FoundAccount.Owned ? created(record) : otherwise.get());
    }

    private static Option<String> silent(ChainFault fault) {
        return Option.some("the chain did not answer: " + fault);
    }

    private Option<String> ended(Entity<CreationRecord> record, Option<BaseUnits> fee) {
        return settled(record, found -> Either.right(ended(record, fee, found)));
    }

    /** Ends an order that created no account. It gives back what is not lost; if nothing is lost, also one of the quota. */
    private Commit ended(Entity<CreationRecord> record, Option<BaseUnits> fee, Found found) {
        Charge charge = record.state().charge().losing(fee);
        State state = charge.lostFees().isEmpty() ? State.NEVER_LANDED : State.FAILED;
        Commit commit = budget.change(
                end(record, state),
                found,
                found.sums().ending(charge.cost(), fee.getOrElse(BaseUnits.ZERO)));
        return state == State.NEVER_LANDED ? quota.giveBack(chain, commit, charge.quotaDay()) : commit;
    }

    /**
     * Makes another transaction for the same address. The one before cannot land any more, and the chain never creates two accounts at one
     * address.
     *
     * @param fee the fee lost by the transaction before, if it landed and failed; none: it did not land
     */
    private Option<String> renew(Entity<CreationRecord> record, Option<BaseUnits> fee) {
        if (record.version() >= MAX_VERSIONS) {
            return failed(record, fee);
        }
        Order order = record.state().order();
        Either<BuildRefusal, TransactionPlan> built = transactions.build(order);
        Either<ChainFault, Lifetime> lifetime = transactions.lifetime();
        if (built.isLeft()) {
            return unbuilt(record, fee, built.getLeft());
        }
        Either<CreationRefusal, Balance> balance = funds.balanceAndLanded();
        if (lifetime.isLeft() || balance.isLeft()) {
            return Option.some("the chain did not answer");
        }
        if (!built.get().account().equals(order.account())) {
            return Option.some("it was ordered under another secret of the operator");
        }
        Charge charge = record.state().charge().losing(fee).by(built.get().single().fee());
        SubmissionId submission = transactions.idOf(built.get());
        return settled(record, found -> {
            Sums others = found.sums().ending(record.state().charge().cost(), fee.getOrElse(BaseUnits.ZERO));
            Commit commit = transactions.open(
                    budget.change(
                            book.follow(now(), record, new Event.Renewed(charge, submission)), found, others.ordering(charge.cost())),
                    order,
                    submission,
                    built.get(),
                    lifetime.get());
            return funds.refusal(balance.get(), found.sums(), others, charge.cost())
                    .map(refusal -> unpaid(record, fee, found, refusal))
                    .getOrElse(Either.right(commit));
        });
    }

    /** Ends an order that cannot be paid any more, so that it does not block budget for others. It can be ordered again. */
    private Either<String, Commit> unpaid(
            Entity<CreationRecord> record, Option<BaseUnits> fee, Found found, CreationRefusal refusal) {
        return switch (refusal) {
            case CreationRefusal.NotBuilt(BuildRefusal why) -> Either.left("the chain did not answer: " + why);
            case CreationRefusal.FeePayerLow low -> Either.right(ended(record, fee, found));
            case CreationRefusal.BudgetSpent over -> Either.right(ended(record, fee, found));
            case CreationRefusal.QuotaSpent quotaSpent -> throw new IllegalStateException("no renewal takes of a quota");
            case CreationRefusal.KeyReused reused -> throw new IllegalStateException("no renewal has a key");
        };
    }

    /** Settles an order for which no further transaction can be built. If something could not be read, it is tried again later. */
    private Option<String> unbuilt(Entity<CreationRecord> record, Option<BaseUnits> fee, BuildRefusal refusal) {
        if (CreationTransactions.isThere(refusal)) {
            return ifCreated(record, () -> Option.some("one node has the account, and others don't"));
        }
        Option<String> unread = refusal.each().flatMap(CreationSettling::unread).headOption();
        return unread.isDefined() ? unread : ended(record, fee);
    }

    private static Option<String> unread(BuildRefusal refusal) {
        return switch (refusal) {
            case BuildRefusal.ChainSilent(var fault) -> silent(fault);
            case BuildRefusal.NotOnChain(Address missing) -> Option.some(missing + " is not on the chain");
            case BuildRefusal.UnexpectedAccount(Address other, var problem) ->
                Option.some(other + " is not what it should be: " + problem);
            case BuildRefusal lasting -> Option.none();
        };
    }

    private Commit end(Entity<CreationRecord> record, State state) {
        return book.follow(now(), record, new Event.Ended(state));
    }

    private Commit now() {
        return Commit.at(parts.engine().clock().now());
    }

    /**
     * Commits a decision on the budget as it is at the commit. If another call changed the same order first, the order is settled by that
     * call, or is examined again.
     *
     * @param record the order to settle, as it was examined
     * @param decided the commit; left: the reason for which it must be settled later
     */
    private Option<String> settled(
            Entity<CreationRecord> record, Function<Found, Either<String, Commit>> decided) {
        return chain.commit(() -> isNewest(record)
                        ? decided.apply(budget.ahead(chain, record.state().charge().budgetDay())).map(commit -> new Decision<>(commit, record))
                        : Either.<String, Decision<Entity<CreationRecord>>>left(RACED))
                .swap()
                .toOption();
    }

    /** Whether the record is the newest one. Workers and waiting callers settle the same orders; this avoids a commit that would fail. */
    private boolean isNewest(Entity<CreationRecord> record) {
        return book.find(record.state().order().account().address()).exists(now -> now.version() == record.version());
    }
}
