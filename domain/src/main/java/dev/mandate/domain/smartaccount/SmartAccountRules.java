package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * The rules of a smart account: the checks of the Squads v4 program in its order. Each check is written once. {@link #decide}
 * refuses with the first failed check, as the program does; {@link #violations} returns all failed checks.
 *
 * <p>{@code now} is the chain's clock.
 */
public final class SmartAccountRules implements AccountRules {

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

    /** Decides on {@code command} to an existing account. */
    public Either<Refusal, Seq<Event>> decide(SmartAccount account, Command command, UnixTime now) {
        return rule(account, command, now).decide();
    }

    @Override
    public Array<Refusal> violations(SmartAccount account, Command command, UnixTime now) {
        return rule(account, command, now).violations();
    }

    private static Ruling rule(SmartAccount account, Command command, UnixTime now) {
        return switch (command) {
            case Command.CreateAccount create -> Ruling.of(Array::empty, Either.left(new Refusal.AccountExists()));
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                createTransaction(account, by, content);
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                createProposal(account, by, index, draft, now);
            case Command.ActivateProposal(Address by, long index) -> activate(account, by, index, now);
            case Command.CastVote(Address by, long index, Vote vote) ->
                switch (vote) {
                    case APPROVE, REJECT -> voteOnOpen(account, by, index, vote, now);
                    case CANCEL -> cancel(account, by, index, now);
                };
            case Command.Execute(Address by, long index) -> execute(account, by, index, now);
            case Command.Close(long index, Address collector) -> close(account, index, collector);
            case Command.ChangeAsAdmin(Address by, SettingsAction action) -> changeAsAdmin(account, by, action, now);
            case Command.HandOver(Address by, AdminControl next) ->
                Ruling.of(
                        () -> Array.of(new Event.SettingsChanged(account.settings().afterHandover(next))),
                        Requirements.admin(account.settings(), by));
            case Command.Spend spend -> spend(account, spend, now);
        };
    }

    private static Either<Refusal, Seq<Event>> create(Command.CreateAccount create) {
        return Settings.ofNewAccount(
                        create.signers(), create.threshold(), create.timeLock(), create.admin(), create.rentCollector())
                .<Refusal>mapLeft(ungovernable -> new Refusal.BadAccount(ungovernable.problems()))
                .map(settings -> Array.of(new Event.AccountCreated(settings)));
    }

    private static Ruling createTransaction(SmartAccount account, Address by, TransactionContent content) {
        Settings settings = account.settings();
        Supplier<Seq<Event>> created = () -> Array.of(
                new Event.TransactionCreated(Math.addExact(settings.transactionIndex(), 1), by, content));
        Either<Refusal, Signer> proposer = Requirements.holder(settings, by, Permission.CAN_INITIATE);
        return switch (content) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                Ruling.of(created, Requirements.noAdmin(settings), proposer, Requirements.proposable(actions));
            case TransactionContent.VaultInstructions instructions -> Ruling.of(created, proposer);
            case TransactionContent.Opaque opaque -> Ruling.of(created, proposer);
        };
    }

    private static Ruling createProposal(SmartAccount account, Address by, long index, boolean draft, UnixTime now) {
        Settings settings = account.settings();
        return Ruling.of(
                () -> Array.of(
                        draft ? new Event.ProposalDrafted(index, by, now) : new Event.ProposalOpened(index, by, now)),
                Requirements.unproposed(account, index),
                Requirements.reached(settings, index),
                Requirements.fresh(settings, index),
                Requirements.holder(settings, by, Permission.CAN_INITIATE, Permission.CAN_VOTE));
    }

    private static Ruling activate(SmartAccount account, Address by, long index, UnixTime now) {
        Either<Refusal, Proposal> proposal = Requirements.proposal(account, index);
        Either<Refusal, Proposal.Draft> draft = proposal.flatMap(present -> Requirements.draft(index, present));
        return Ruling.of(
                () -> Array.of(new Event.ProposalOpened(index, by, now)),
                proposal,
                Requirements.holder(account.settings(), by, Permission.CAN_INITIATE),
                draft,
                draft.flatMap(present -> Requirements.fresh(account.settings(), index)));
    }

    private static Ruling voteOnOpen(SmartAccount account, Address by, long index, Vote vote, UnixTime now) {
        Settings settings = account.settings();
        Either<Refusal, Proposal> proposal = Requirements.proposal(account, index);
        Either<Refusal, Proposal.Active> open = proposal.flatMap(present -> Requirements.open(index, vote, present));
        Either<Refusal, Proposal> next =
                open.flatMap(active -> Requirements.voted(settings, by, index, vote, active, now));
        return Ruling.of(
                () -> Array.<Event>of(new Event.VoteCast(index, by, vote))
                        .appendAll(transition(index, open.get(), next.get(), now)),
                proposal,
                Requirements.holder(settings, by, Permission.CAN_VOTE),
                open,
                Requirements.freshIfOpen(account, index),
                next);
    }

    private static Ruling cancel(SmartAccount account, Address by, long index, UnixTime now) {
        Settings settings = account.settings();
        Either<Refusal, Proposal> proposal = Requirements.proposal(account, index);
        Either<Refusal, Proposal.Approved> approved =
                proposal.flatMap(present -> Requirements.approved(index, Step.CANCEL, present));
        Either<Refusal, Proposal> next =
                approved.flatMap(present -> Requirements.cancelled(settings, by, index, present, now));
        return Ruling.of(
                () -> cancelled(by, index, approved.get(), next.get(), now),
                proposal,
                Requirements.holder(settings, by, Permission.CAN_VOTE),
                approved,
                Requirements.freshIfOpen(account, index),
                next);
    }

    private static Seq<Event> cancelled(
            Address by, long index, Proposal.Approved before, Proposal after, UnixTime now) {
        return before.ballot()
                .cancellations()
                .toArray()
                .filter(voter -> !after.ballot().cancellations().contain(voter))
                .<Event>map(voter -> new Event.CancellationLapsed(index, voter))
                .append(new Event.VoteCast(index, by, Vote.CANCEL))
                .appendAll(transition(index, before, after, now));
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

    private static Ruling execute(SmartAccount account, Address by, long index, UnixTime now) {
        Settings settings = account.settings();
        Either<Refusal, Proposal> proposal = Requirements.proposal(account, index);
        Either<Refusal, TransactionContent> content = Requirements.content(account, index);
        Either<Refusal, Proposal.Approved> approved =
                proposal.flatMap(present -> Requirements.approved(index, Step.EXECUTE, present));
        Either<Refusal, TransactionContent> toExecute = approved.flatMap(present -> content);
        Either<Refusal, Array<Event>> effects = toExecute.flatMap(known -> effects(account, known, now));
        return Ruling.of(
                () -> effects.get().append(new Event.Executed(index, by, now)),
                proposal,
                content,
                Requirements.holder(settings, by, Permission.CAN_EXECUTE),
                approved,
                Requirements.freshIfOpen(account, index),
                approved.flatMap(present -> Requirements.released(settings, index, present, now)),
                toExecute.flatMap(known -> Requirements.freshIfChange(settings, index, known)),
                effects);
    }

    private static Either<Refusal, Array<Event>> effects(SmartAccount account, TransactionContent content, UnixTime now) {
        return switch (content) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                VotedChange.run(account, actions, now);
            case TransactionContent.VaultInstructions instructions -> Either.right(Array.empty());
            case TransactionContent.Opaque opaque -> Either.right(Array.empty());
        };
    }

    private static Ruling close(SmartAccount account, long index, Address collector) {
        Either<Refusal, TransactionContent> content = Requirements.content(account, index);
        return Ruling.of(
                () -> Array.of(new Event.Closed(index)),
                content,
                Requirements.collector(account.settings(), collector),
                content.flatMap(known -> Requirements.closable(account, index, known)));
    }

    private static Ruling changeAsAdmin(SmartAccount account, Address by, SettingsAction action, UnixTime now) {
        Either<Refusal, Address> admin = Requirements.admin(account.settings(), by);
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) -> {
                Either<Refusal, SpendingLimit> opened = Requirements.opened(terms, now);
                yield Ruling.of(
                        () -> Array.of(new Event.LimitAdded(limit, opened.get())),
                        Requirements.noLimit(account, limit),
                        admin,
                        opened);
            }
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                Ruling.of(
                        () -> Array.of(new Event.LimitRemoved(limit)),
                        Requirements.limit(account, limit),
                        admin);
            case SettingsAction.GovernanceAction governance -> {
                Either<Refusal, Settings> changed = Requirements.changed(account.settings(), governance);
                yield Ruling.of(() -> Array.of(new Event.SettingsChanged(changed.get())), admin, changed);
            }
        };
    }

    private static Ruling spend(SmartAccount account, Command.Spend spend, UnixTime now) {
        Either<Refusal, SpendingLimit> limit = Requirements.limit(account, spend.limit());
        Array<Refusal> violations = limit.fold(
                Array::of,
                known -> known.violations(spend.by(), spend.destination(), spend.amount(), now)
                        .map(Refusal.NotSpent::new));
        return new Ruling(
                violations,
                () -> Array.of(new Event.Spent(
                        spend.limit(),
                        spend.by(),
                        spend.destination(),
                        limit.get()
                                .use(spend.by(), spend.destination(), spend.amount(), now)
                                .get())));
    }
}
