package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.UncheckedSettings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The single checks of the rules. {@link SmartAccountRules} applies them in the program's order. */
final class Requirements {

    private Requirements() {}

    /** Returns the signer at {@code by}, which must hold at least one of {@code permissions}. */
    static Either<Refusal, Signer> holder(Settings settings, Address by, Permission... permissions) {
        return settings.roster().require(by, permissions).mapLeft(Refusal.NotAllowed::new);
    }

    static Either<Refusal, Address> admin(Settings settings, Address by) {
        return settings.requireAdmin(by).mapLeft(Refusal.SettingsRefused::new);
    }

    /** Votes change settings only if there is no admin. */
    static Either<Refusal, Settings> noAdmin(Settings settings) {
        return settings.requireNoAdmin().mapLeft(Refusal.SettingsRefused::new);
    }

    static Either<Refusal, Seq<SettingsAction>> proposable(Seq<SettingsAction> actions) {
        return UncheckedSettings.proposable(actions).mapLeft(Refusal.SettingsRefused::new);
    }

    /** Returns the settings after the admin's {@code action}. */
    static Either<Refusal, Settings> changed(Settings settings, GovernanceAction action) {
        return settings.afterAdmin(action).mapLeft(Refusal.SettingsRefused::new);
    }

    /** A transaction has at most one proposal. */
    static Either<Refusal, Long> unproposed(SmartAccount account, long index) {
        return proposal(account, index).isRight() ? Either.left(new Refusal.ProposalExists(index)) : Either.right(index);
    }

    static Either<Refusal, Long> reached(Settings settings, long index) {
        return index > settings.transactionIndex()
                ? Either.left(new Refusal.IndexAhead(index, settings.transactionIndex()))
                : Either.right(index);
    }

    static Either<Refusal, Long> fresh(Settings settings, long index) {
        return settings.makesStale(index)
                ? Either.left(new Refusal.ProposalRefused(
                        index, new ProposalRefusal.Stale(index, settings.staleTransactionIndex())))
                : Either.right(index);
    }

    /** A proposal that still waits for votes must be fresh, or it will never be approved. */
    static Either<Refusal, Long> freshIfOpen(SmartAccount account, long index) {
        return proposal(account, index).exists(Requirements::isOpen)
                ? fresh(account.settings(), index)
                : Either.right(index);
    }

    private static boolean isOpen(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Draft draft -> true;
            case Proposal.Active active -> true;
            case Proposal.Approved approved -> false;
            case Proposal.Executed executed -> false;
            case Proposal.Rejected rejected -> false;
            case Proposal.Cancelled cancelled -> false;
        };
    }

    /** A stale change of settings is never executed. A stale vault transaction may still be executed. */
    static Either<Refusal, Long> freshIfChange(Settings settings, long index, TransactionContent content) {
        return content.endsWhenStale() ? fresh(settings, index) : Either.right(index);
    }

    static Either<Refusal, Proposal> proposal(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::proposal)
                .toEither(() -> new Refusal.NoProposal(index));
    }

    static Either<Refusal, TransactionContent> content(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .toEither(() -> new Refusal.NoTransaction(index));
    }

    static Either<Refusal, Proposal.Draft> draft(long index, Proposal proposal) {
        return proposal instanceof Proposal.Draft draft ? Either.right(draft) : wrongState(index, Step.ACTIVATE, proposal);
    }

    static Either<Refusal, Proposal.Active> open(long index, Vote vote, Proposal proposal) {
        return proposal instanceof Proposal.Active active
                ? Either.right(active)
                : wrongState(index, vote == Vote.REJECT ? Step.REJECT : Step.APPROVE, proposal);
    }

    static Either<Refusal, Proposal.Approved> approved(long index, Step step, Proposal proposal) {
        return proposal instanceof Proposal.Approved approved ? Either.right(approved) : wrongState(index, step, proposal);
    }

    /** Returns an open proposal after an approval or rejection, which must be {@code by}'s first of its kind. */
    static Either<Refusal, Proposal> voted(
            Settings settings, Address by, long index, Vote vote, Proposal.Active active, UnixTime now) {
        return (vote == Vote.REJECT ? active.reject(by, settings.roster(), now) : active.approve(by, settings.roster(), now))
                .mapLeft(why -> new Refusal.ProposalRefused(index, why));
    }

    /** Returns an approved proposal after a cancellation, which must be {@code by}'s first. */
    static Either<Refusal, Proposal> cancelled(
            Settings settings, Address by, long index, Proposal.Approved approved, UnixTime now) {
        return approved.cancel(by, settings.roster(), now).mapLeft(why -> new Refusal.ProposalRefused(index, why));
    }

    /** An approved transaction waits for the time lock that is in force now. */
    static Either<Refusal, Proposal.Executed> released(
            Settings settings, long index, Proposal.Approved approved, UnixTime now) {
        return approved.execute(settings.timeLock(), now).mapLeft(why -> new Refusal.ProposalRefused(index, why));
    }

    static Either<Refusal, Address> collector(Settings settings, Address collector) {
        return settings.rentCollector()
                .<Refusal>toEither(Refusal.NoRentCollector::new)
                .flatMap(expected -> expected.equals(collector)
                        ? Either.right(collector)
                        : Either.left(new Refusal.WrongRentCollector(collector, expected)));
    }

    static Either<Refusal, Long> closable(SmartAccount account, long index, TransactionContent content) {
        boolean stale = account.settings().makesStale(index);
        Option<Proposal> proposal = account.transactions().get(index).flatMap(ManagedTransaction::proposal);
        if (proposal.isEmpty()) {
            return stale
                    ? Either.right(index)
                    : Either.left(new Refusal.NotClosable(index, account.settings().staleTransactionIndex()));
        }
        boolean over =
                switch (proposal.get()) {
                    case Proposal.Draft draft -> stale;
                    case Proposal.Active active -> stale;
                    case Proposal.Approved approved -> stale && content.endsWhenStale();
                    case Proposal.Executed executed -> true;
                    case Proposal.Rejected rejected -> true;
                    case Proposal.Cancelled cancelled -> true;
                };
        return over ? Either.right(index) : wrongState(index, Step.CLOSE, proposal.get());
    }

    static Either<Refusal, SpendingLimit> limit(SmartAccount account, Address limit) {
        return account.limits().get(limit).toEither(() -> new Refusal.NoLimit(limit));
    }

    static Either<Refusal, Address> noLimit(SmartAccount account, Address limit) {
        return account.limits().containsKey(limit) ? Either.left(new Refusal.LimitExists(limit)) : Either.right(limit);
    }

    static Either<Refusal, SpendingLimit> opened(LimitTerms terms, UnixTime now) {
        return SpendingLimit.open(terms, now).mapLeft(Refusal.NotSpent::new);
    }

    private static <T> Either<Refusal, T> wrongState(long index, Step step, Proposal proposal) {
        return Either.left(new Refusal.ProposalRefused(index, new ProposalRefusal.WrongState(step, proposal)));
    }
}
