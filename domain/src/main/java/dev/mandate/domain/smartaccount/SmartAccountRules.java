package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsDraft;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The rule book of a smart account, exactly as the Squads v4 program enforces it, its order of checks included: where several
 * rules are broken, the refusal is the one that the program reports.
 *
 * <p>{@code now} is the chain's clock.
 */
public final class SmartAccountRules implements Decider<Option<SmartAccount>, Command, Event, Refusal> {

    @Override
    public Option<SmartAccount> initial() {
        return Option.none();
    }

    @Override
    public Either<Refusal, Seq<Event>> decide(Option<SmartAccount> state, Command command, UnixTime now) {
        if (command instanceof Command.CreateAccount create) {
            return state.isDefined() ? Either.left(new Refusal.AccountExists()) : create(create);
        }
        return state.isEmpty() ? Either.left(new Refusal.NoAccount()) : decide(state.get(), command, now);
    }

    @Override
    public Option<SmartAccount> evolve(Option<SmartAccount> state, Event event) {
        return Option.some(Evolution.evolve(state, event));
    }

    /** What {@code command} does to an account that is there. */
    public Either<Refusal, Seq<Event>> decide(SmartAccount account, Command command, UnixTime now) {
        return switch (command) {
            case Command.CreateAccount create -> Either.left(new Refusal.AccountExists());
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                createTransaction(account, by, content);
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                createProposal(account, by, index, draft, now);
            case Command.ActivateProposal(Address by, long index) -> activate(account, by, index, now);
            case Command.CastVote(Address by, long index, Vote vote) -> castVote(account, by, index, vote, now);
            case Command.Execute(Address by, long index) -> execute(account, by, index, now);
            case Command.Close(long index, Address collector) -> close(account, index, collector);
            case Command.ChangeAsAdmin(Address by, SettingsAction action) -> changeAsAdmin(account, by, action, now);
            case Command.HandOver(Address by, AdminControl next) ->
                account.settings()
                        .requireAdmin(by)
                        .<Refusal>mapLeft(Refusal.SettingsStay::new)
                        .map(admin -> Array.of(
                                new Event.SettingsChanged(account.settings().afterHandover(next))));
            case Command.Spend spend -> spend(account, spend, now);
        };
    }

    private static Either<Refusal, Seq<Event>> create(Command.CreateAccount create) {
        return Settings.ofNewAccount(
                        create.signers(), create.threshold(), create.timeLock(), create.admin(), create.rentCollector())
                .<Refusal>mapLeft(ungovernable -> new Refusal.BadAccount(ungovernable.problems()))
                .map(settings -> Array.of(new Event.AccountCreated(settings)));
    }

    private static Either<Refusal, Seq<Event>> createTransaction(
            SmartAccount account, Address by, TransactionContent content) {
        Settings settings = account.settings();
        Either<Refusal, Signer> proposer = require(settings, by, Permission.CAN_INITIATE);
        Either<Refusal, Signer> checked =
                switch (content) {
                    case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                        settings.requireNoAdmin()
                                .<Refusal>mapLeft(Refusal.SettingsStay::new)
                                .flatMap(unused -> proposer)
                                .flatMap(signer -> SettingsDraft.proposable(actions)
                                        .<Refusal>mapLeft(Refusal.SettingsStay::new)
                                        .map(unused -> signer));
                    case TransactionContent.VaultInstructions instructions -> proposer;
                };
        return checked.map(signer -> Array.of(
                new Event.TransactionCreated(Math.addExact(settings.transactionIndex(), 1), by, content)));
    }

    private static Either<Refusal, Seq<Event>> createProposal(
            SmartAccount account, Address by, long index, boolean draft, UnixTime now) {
        Settings settings = account.settings();
        if (account.transactions().get(index).flatMap(ManagedTransaction::proposal).isDefined()) {
            return Either.left(new Refusal.ProposalExists(index));
        }
        if (index > settings.transactionIndex()) {
            return Either.left(new Refusal.IndexAhead(index, settings.transactionIndex()));
        }
        return requireFresh(settings, index)
                .flatMap(fresh -> require(settings, by, Permission.CAN_INITIATE, Permission.CAN_VOTE))
                .map(signer -> Array.of(
                        draft ? new Event.ProposalDrafted(index, by, now) : new Event.ProposalOpened(index, by, now)));
    }

    private static Either<Refusal, Seq<Event>> activate(SmartAccount account, Address by, long index, UnixTime now) {
        return proposal(account, index)
                .flatMap(proposal -> require(account.settings(), by, Permission.CAN_INITIATE)
                        .flatMap(signer -> proposal instanceof Proposal.Draft
                                ? requireFresh(account.settings(), index)
                                : wrongState(index, Step.ACTIVATE, proposal)))
                .map(fresh -> Array.of(new Event.ProposalOpened(index, by, now)));
    }

    private static Either<Refusal, Seq<Event>> castVote(
            SmartAccount account, Address by, long index, Vote vote, UnixTime now) {
        return proposal(account, index)
                .flatMap(proposal -> require(account.settings(), by, Permission.CAN_VOTE)
                        .flatMap(signer -> switch (vote) {
                            case APPROVE, REJECT -> voteOnOpen(account.settings(), by, index, vote, proposal, now);
                            case CANCEL -> cancel(account.settings(), by, index, proposal, now);
                        }));
    }

    private static Either<Refusal, Seq<Event>> voteOnOpen(
            Settings settings, Address by, long index, Vote vote, Proposal proposal, UnixTime now) {
        if (!(proposal instanceof Proposal.Active active)) {
            return wrongState(index, vote == Vote.APPROVE ? Step.APPROVE : Step.REJECT, proposal);
        }
        return requireFresh(settings, index)
                .flatMap(fresh -> (vote == Vote.APPROVE
                                ? active.approve(by, settings.roster(), now)
                                : active.reject(by, settings.roster(), now))
                        .mapLeft(why -> new Refusal.ProposalStays(index, why)))
                .map(next -> Array.<Event>of(new Event.VoteCast(index, by, vote))
                        .appendAll(transition(index, active, next, now)));
    }

    private static Either<Refusal, Seq<Event>> cancel(
            Settings settings, Address by, long index, Proposal proposal, UnixTime now) {
        if (!(proposal instanceof Proposal.Approved approved)) {
            return wrongState(index, Step.CANCEL, proposal);
        }
        return approved.cancel(by, settings.roster(), now)
                .<Refusal>mapLeft(why -> new Refusal.ProposalStays(index, why))
                .map(next -> approved.ballot()
                        .cancellations()
                        .toArray()
                        .filter(voter -> !next.ballot().cancellations().contain(voter))
                        .<Event>map(voter -> new Event.CancellationLapsed(index, voter))
                        .append(new Event.VoteCast(index, by, Vote.CANCEL))
                        .appendAll(transition(index, approved, next, now)));
    }

    private static Option<Event> transition(long index, Proposal before, Proposal after, UnixTime now) {
        return switch (after) {
            case Proposal.Approved approved when before instanceof Proposal.Active ->
                Option.some(new Event.Approved(index, now));
            case Proposal.Rejected rejected -> Option.some(new Event.Rejected(index, now));
            case Proposal.Cancelled cancelled -> Option.some(new Event.Cancelled(index, now));
            case Proposal.Approved approved -> Option.none();
            case Proposal.Active active -> Option.none();
            case Proposal.Draft draft -> Option.none();
            case Proposal.Executed executed -> Option.none();
        };
    }

    private static Either<Refusal, Seq<Event>> execute(SmartAccount account, Address by, long index, UnixTime now) {
        Settings settings = account.settings();
        return proposal(account, index)
                .flatMap(proposal -> content(account, index)
                        .flatMap(content -> require(settings, by, Permission.CAN_EXECUTE)
                                .flatMap(signer -> requireReleased(settings, index, proposal, now))
                                .flatMap(released -> effects(account, index, content, now))))
                .map(effects -> effects.append(new Event.Executed(index, by, now)));
    }

    private static Either<Refusal, Proposal> requireReleased(
            Settings settings, long index, Proposal proposal, UnixTime now) {
        return proposal instanceof Proposal.Approved approved
                ? approved.execute(settings.timeLock(), now)
                        .<Refusal>mapLeft(why -> new Refusal.ProposalStays(index, why))
                        .map(executed -> executed)
                : wrongState(index, Step.EXECUTE, proposal);
    }

    private static Either<Refusal, Array<Event>> effects(
            SmartAccount account, long index, TransactionContent content, UnixTime now) {
        return switch (content) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                requireFresh(account.settings(), index).flatMap(fresh -> VotedChange.run(account, actions, now));
            case TransactionContent.VaultInstructions instructions -> Either.right(Array.empty());
        };
    }

    private static Either<Refusal, Seq<Event>> close(SmartAccount account, long index, Address collector) {
        return content(account, index).flatMap(content -> {
            Settings settings = account.settings();
            if (settings.rentCollector().isEmpty()) {
                return Either.left(new Refusal.NoRentCollector());
            }
            Address expected = settings.rentCollector().get();
            if (!expected.equals(collector)) {
                return Either.left(new Refusal.WrongRentCollector(collector, expected));
            }
            return requireClosable(account, index, content)
                    .map(closable -> Array.of(new Event.Closed(index)));
        });
    }

    private static Either<Refusal, Long> requireClosable(
            SmartAccount account, long index, TransactionContent content) {
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
                    // What a vault signs may still be executed when it is stale; a change of settings may not.
                    case Proposal.Approved approved -> stale && content instanceof TransactionContent.SettingsChange;
                    case Proposal.Executed executed -> true;
                    case Proposal.Rejected rejected -> true;
                    case Proposal.Cancelled cancelled -> true;
                };
        return over ? Either.right(index) : wrongState(index, Step.CLOSE, proposal.get());
    }

    private static Either<Refusal, Seq<Event>> changeAsAdmin(
            SmartAccount account, Address by, SettingsAction action, UnixTime now) {
        Either<Refusal, Address> admin = account.settings().requireAdmin(by).mapLeft(Refusal.SettingsStay::new);
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                account.limits().containsKey(limit)
                        ? Either.left(new Refusal.LimitExists(limit))
                        : admin.flatMap(unused -> SpendingLimit.open(terms, now).mapLeft(Refusal.NotSpent::new))
                                .map(opened -> Array.of(new Event.LimitAdded(limit, opened)));
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                account.limits().containsKey(limit)
                        ? admin.map(unused -> Array.of(new Event.LimitRemoved(limit)))
                        : Either.left(new Refusal.NoLimit(limit));
            case SettingsAction.AddSigner add -> settingsAsAdmin(account, admin, add);
            case SettingsAction.RemoveSigner remove -> settingsAsAdmin(account, admin, remove);
            case SettingsAction.ChangeThreshold change -> settingsAsAdmin(account, admin, change);
            case SettingsAction.SetTimeLock set -> settingsAsAdmin(account, admin, set);
            case SettingsAction.SetRentCollector set -> settingsAsAdmin(account, admin, set);
        };
    }

    private static Either<Refusal, Seq<Event>> settingsAsAdmin(
            SmartAccount account, Either<Refusal, Address> admin, SettingsAction action) {
        return admin.flatMap(unused -> account.settings().afterAdmin(action).mapLeft(Refusal.SettingsStay::new))
                .map(next -> Array.of(new Event.SettingsChanged(next)));
    }

    private static Either<Refusal, Seq<Event>> spend(SmartAccount account, Command.Spend spend, UnixTime now) {
        Option<SpendingLimit> limit = account.limits().get(spend.limit());
        if (limit.isEmpty()) {
            return Either.left(new Refusal.NoLimit(spend.limit()));
        }
        Either<Refusal, Window> window = limit.get()
                .use(spend.by(), spend.destination(), spend.amount(), now)
                .mapLeft(Refusal.NotSpent::new);
        return window.map(next ->
                Array.of(new Event.Spent(spend.limit(), spend.by(), spend.destination(), next)));
    }

    private static Either<Refusal, Signer> require(Settings settings, Address by, Permission... permissions) {
        return settings.roster().require(by, permissions).mapLeft(Refusal.NotAllowed::new);
    }

    private static Either<Refusal, Long> requireFresh(Settings settings, long index) {
        return settings.makesStale(index)
                ? Either.left(new Refusal.ProposalStays(
                        index, new ProposalRefusal.Stale(index, settings.staleTransactionIndex())))
                : Either.right(index);
    }

    private static Either<Refusal, Proposal> proposal(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::proposal)
                .toEither(() -> new Refusal.NoProposal(index));
    }

    private static Either<Refusal, TransactionContent> content(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .toEither(() -> new Refusal.NoTransaction(index));
    }

    private static <T> Either<Refusal, T> wrongState(long index, Step step, Proposal proposal) {
        return Either.left(new Refusal.ProposalStays(index, new ProposalRefusal.WrongState(step, proposal)));
    }
}
