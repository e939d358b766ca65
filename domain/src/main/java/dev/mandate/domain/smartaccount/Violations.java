package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * Every rule that a command breaks. The program names the first and stops; whoever asks wants to hear all of them, and not one after
 * another. A rule that makes sense only where another holds, as the time lock of what is approved, is asked only there.
 */
public final class Violations {

    private Violations() {}

    /** What {@link SmartAccountRules} refuse {@code command} with, and after it all that they would refuse it with otherwise. */
    public static Array<Refusal> to(SmartAccount account, Command command, UnixTime now) {
        Settings settings = account.settings();
        return switch (command) {
            case Command.CreateAccount create -> Array.of(new Refusal.AccountExists());
            case Command.CreateTransaction(Address by, TransactionContent.SettingsChange(Array<SettingsAction> actions)) ->
                all(
                        Requirements.noAdmin(settings),
                        Requirements.holder(settings, by, Permission.CAN_INITIATE),
                        Requirements.proposable(actions));
            case Command.CreateTransaction(Address by, TransactionContent.VaultInstructions content) ->
                all(Requirements.holder(settings, by, Permission.CAN_INITIATE));
            case Command.CreateTransaction(Address by, TransactionContent.Opaque content) ->
                all(Requirements.holder(settings, by, Permission.CAN_INITIATE));
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                all(
                        Requirements.unproposed(account, index),
                        Requirements.reached(settings, index),
                        Requirements.fresh(settings, index),
                        Requirements.holder(settings, by, Permission.CAN_INITIATE, Permission.CAN_VOTE));
            case Command.ActivateProposal(Address by, long index) -> {
                Either<Refusal, Proposal.Draft> draft =
                        Requirements.proposal(account, index).flatMap(proposal -> Requirements.draft(index, proposal));
                yield all(
                        Requirements.proposal(account, index),
                        Requirements.holder(settings, by, Permission.CAN_INITIATE),
                        draft,
                        draft.flatMap(open -> Requirements.fresh(settings, index)));
            }
            case Command.CastVote(Address by, long index, Vote vote) ->
                all(
                                Requirements.proposal(account, index),
                                Requirements.holder(settings, by, Permission.CAN_VOTE))
                        .appendAll(switch (vote) {
                            case APPROVE, REJECT -> toVote(account, by, index, vote, now);
                            case CANCEL -> toCancellation(account, by, index, now);
                        })
                        .distinct();
            case Command.Execute(Address by, long index) -> toExecution(account, by, index, now);
            case Command.Close(long index, Address collector) -> {
                Either<Refusal, TransactionContent> content = Requirements.content(account, index);
                yield all(
                        content,
                        Requirements.collector(settings, collector),
                        content.flatMap(known -> Requirements.closable(account, index, known)));
            }
            case Command.ChangeAsAdmin(Address by, SettingsAction action) -> toChange(account, by, action, now);
            case Command.HandOver(Address by, var next) -> all(Requirements.admin(settings, by));
            case Command.Spend(Address by, Address limit, Address destination, var amount) ->
                Requirements.limit(account, limit)
                        .fold(Array::of, known -> known.objections(by, destination, amount, now).map(Refusal.NotSpent::new));
        };
    }

    private static Array<Refusal> toVote(SmartAccount account, Address by, long index, Vote vote, UnixTime now) {
        Either<Refusal, Proposal.Active> open =
                Requirements.proposal(account, index).flatMap(proposal -> Requirements.open(index, vote, proposal));
        return all(
                open,
                votable(account, index),
                open.flatMap(active -> Requirements.voted(account.settings(), by, index, vote, active, now)));
    }

    /** What waits for votes has to be fresh, or will never be approved. */
    private static Either<Refusal, Long> votable(SmartAccount account, long index) {
        return Requirements.proposal(account, index)
                        .exists(proposal -> proposal instanceof Proposal.Draft || proposal instanceof Proposal.Active)
                ? Requirements.fresh(account.settings(), index)
                : Either.right(index);
    }

    private static Array<Refusal> toCancellation(SmartAccount account, Address by, long index, UnixTime now) {
        Either<Refusal, Proposal.Approved> approved = Requirements.proposal(account, index)
                .flatMap(proposal -> Requirements.approved(index, Step.CANCEL, proposal));
        return all(
                approved,
                votable(account, index),
                approved.flatMap(proposal -> Requirements.cancelled(account.settings(), by, index, proposal, now)));
    }

    private static Array<Refusal> toExecution(SmartAccount account, Address by, long index, UnixTime now) {
        Settings settings = account.settings();
        Either<Refusal, TransactionContent> content = Requirements.content(account, index);
        Either<Refusal, Proposal.Approved> approved = Requirements.proposal(account, index)
                .flatMap(proposal -> Requirements.approved(index, Step.EXECUTE, proposal));
        return all(
                        Requirements.proposal(account, index),
                        content,
                        Requirements.holder(settings, by, Permission.CAN_EXECUTE),
                        approved,
                        votable(account, index),
                        approved.flatMap(proposal -> Requirements.released(settings, index, proposal, now)))
                .appendAll(approved.flatMap(proposal -> content)
                        .fold(missing -> Array.empty(), known -> switch (known) {
                            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                                all(Requirements.fresh(settings, index), VotedChange.run(account, actions, now));
                            case TransactionContent.VaultInstructions instructions -> Array.empty();
                            case TransactionContent.Opaque opaque -> Array.empty();
                        }));
    }

    private static Array<Refusal> toChange(SmartAccount account, Address by, SettingsAction action, UnixTime now) {
        Either<Refusal, Address> admin = Requirements.admin(account.settings(), by);
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                all(Requirements.noLimit(account, limit), admin, Requirements.opened(terms, now));
            case SettingsAction.RemoveSpendingLimit(Address limit) -> all(Requirements.limit(account, limit), admin);
            case SettingsAction.AddSigner add -> all(admin, Requirements.changed(account.settings(), add));
            case SettingsAction.RemoveSigner remove -> all(admin, Requirements.changed(account.settings(), remove));
            case SettingsAction.ChangeThreshold change -> all(admin, Requirements.changed(account.settings(), change));
            case SettingsAction.SetTimeLock set -> all(admin, Requirements.changed(account.settings(), set));
            case SettingsAction.SetRentCollector set -> all(admin, Requirements.changed(account.settings(), set));
        };
    }

    /** What is refused, in the order given, each once: what hangs on another is refused with it. */
    @SafeVarargs
    private static Array<Refusal> all(Either<Refusal, ?>... required) {
        Array<Refusal> refused = Array.empty();
        for (Either<Refusal, ?> one : required) {
            refused = one.isLeft() ? refused.append(one.getLeft()) : refused;
        }
        return refused.distinct();
    }
}
