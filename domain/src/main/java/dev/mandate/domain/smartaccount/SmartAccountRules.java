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
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The rule book of a smart account, exactly as the Squads v4 program enforces it, its order of checks included: where several
 * rules are broken, the refusal is the one that the program reports. {@link Violations} tells them all.
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
                Requirements.admin(account.settings(), by)
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
        Either<Refusal, Signer> proposer = Requirements.holder(settings, by, Permission.CAN_INITIATE);
        Either<Refusal, Signer> checked =
                switch (content) {
                    case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                        Requirements.noAdmin(settings)
                                .flatMap(vote -> proposer)
                                .flatMap(signer -> Requirements.proposable(actions).map(proposable -> signer));
                    case TransactionContent.VaultInstructions instructions -> proposer;
                    case TransactionContent.Opaque opaque -> proposer;
                };
        return checked.map(signer -> Array.of(
                new Event.TransactionCreated(Math.addExact(settings.transactionIndex(), 1), by, content)));
    }

    private static Either<Refusal, Seq<Event>> createProposal(
            SmartAccount account, Address by, long index, boolean draft, UnixTime now) {
        Settings settings = account.settings();
        return Requirements.unproposed(account, index)
                .flatMap(unproposed -> Requirements.reached(settings, index))
                .flatMap(reached -> Requirements.fresh(settings, index))
                .flatMap(fresh -> Requirements.holder(settings, by, Permission.CAN_INITIATE, Permission.CAN_VOTE))
                .map(signer -> Array.of(
                        draft ? new Event.ProposalDrafted(index, by, now) : new Event.ProposalOpened(index, by, now)));
    }

    private static Either<Refusal, Seq<Event>> activate(SmartAccount account, Address by, long index, UnixTime now) {
        return Requirements.proposal(account, index)
                .flatMap(proposal -> Requirements.holder(account.settings(), by, Permission.CAN_INITIATE)
                        .flatMap(signer -> Requirements.draft(index, proposal)))
                .flatMap(draft -> Requirements.fresh(account.settings(), index))
                .map(fresh -> Array.of(new Event.ProposalOpened(index, by, now)));
    }

    private static Either<Refusal, Seq<Event>> castVote(
            SmartAccount account, Address by, long index, Vote vote, UnixTime now) {
        return Requirements.proposal(account, index)
                .flatMap(proposal -> Requirements.holder(account.settings(), by, Permission.CAN_VOTE)
                        .flatMap(signer -> switch (vote) {
                            case APPROVE, REJECT -> voteOnOpen(account.settings(), by, index, vote, proposal, now);
                            case CANCEL -> cancel(account.settings(), by, index, proposal, now);
                        }));
    }

    private static Either<Refusal, Seq<Event>> voteOnOpen(
            Settings settings, Address by, long index, Vote vote, Proposal proposal, UnixTime now) {
        return Requirements.open(index, vote, proposal)
                .flatMap(active -> Requirements.fresh(settings, index)
                        .flatMap(fresh -> Requirements.voted(settings, by, index, vote, active, now))
                        .map(next -> Array.<Event>of(new Event.VoteCast(index, by, vote))
                                .appendAll(transition(index, active, next, now))));
    }

    private static Either<Refusal, Seq<Event>> cancel(
            Settings settings, Address by, long index, Proposal proposal, UnixTime now) {
        return Requirements.approved(index, Step.CANCEL, proposal)
                .flatMap(approved -> Requirements.cancelled(settings, by, index, approved, now)
                        .map(next -> approved.ballot()
                                .cancellations()
                                .toArray()
                                .filter(voter -> !next.ballot().cancellations().contain(voter))
                                .<Event>map(voter -> new Event.CancellationLapsed(index, voter))
                                .append(new Event.VoteCast(index, by, Vote.CANCEL))
                                .appendAll(transition(index, approved, next, now))));
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
        return Requirements.proposal(account, index)
                .flatMap(proposal -> Requirements.content(account, index)
                        .flatMap(content -> Requirements.holder(settings, by, Permission.CAN_EXECUTE)
                                .flatMap(signer -> Requirements.approved(index, Step.EXECUTE, proposal))
                                .flatMap(approved -> Requirements.released(settings, index, approved, now))
                                .flatMap(released -> effects(account, index, content, now))))
                .map(effects -> effects.append(new Event.Executed(index, by, now)));
    }

    private static Either<Refusal, Array<Event>> effects(
            SmartAccount account, long index, TransactionContent content, UnixTime now) {
        return switch (content) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                Requirements.fresh(account.settings(), index)
                        .flatMap(fresh -> VotedChange.run(account, actions, now));
            case TransactionContent.VaultInstructions instructions -> Either.right(Array.empty());
            case TransactionContent.Opaque opaque -> Either.right(Array.empty());
        };
    }

    private static Either<Refusal, Seq<Event>> close(SmartAccount account, long index, Address collector) {
        return Requirements.content(account, index)
                .flatMap(content -> Requirements.collector(account.settings(), collector)
                        .flatMap(expected -> Requirements.closable(account, index, content)))
                .map(closable -> Array.of(new Event.Closed(index)));
    }

    private static Either<Refusal, Seq<Event>> changeAsAdmin(
            SmartAccount account, Address by, SettingsAction action, UnixTime now) {
        Either<Refusal, Address> admin = Requirements.admin(account.settings(), by);
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                Requirements.noLimit(account, limit)
                        .flatMap(free -> admin)
                        .flatMap(unused -> Requirements.opened(terms, now))
                        .map(opened -> Array.of(new Event.LimitAdded(limit, opened)));
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                Requirements.limit(account, limit)
                        .flatMap(present -> admin)
                        .map(unused -> Array.of(new Event.LimitRemoved(limit)));
            case SettingsAction.AddSigner add -> settingsAsAdmin(account, admin, add);
            case SettingsAction.RemoveSigner remove -> settingsAsAdmin(account, admin, remove);
            case SettingsAction.ChangeThreshold change -> settingsAsAdmin(account, admin, change);
            case SettingsAction.SetTimeLock set -> settingsAsAdmin(account, admin, set);
            case SettingsAction.SetRentCollector set -> settingsAsAdmin(account, admin, set);
        };
    }

    private static Either<Refusal, Seq<Event>> settingsAsAdmin(
            SmartAccount account, Either<Refusal, Address> admin, SettingsAction action) {
        return admin.flatMap(unused -> Requirements.changed(account.settings(), action))
                .map(next -> Array.of(new Event.SettingsChanged(next)));
    }

    private static Either<Refusal, Seq<Event>> spend(SmartAccount account, Command.Spend spend, UnixTime now) {
        return Requirements.limit(account, spend.limit())
                .flatMap(limit -> limit.use(spend.by(), spend.destination(), spend.amount(), now)
                        .<Refusal>mapLeft(Refusal.NotSpent::new))
                .map(next -> Array.of(new Event.Spent(spend.limit(), spend.by(), spend.destination(), next)));
    }
}
