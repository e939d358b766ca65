package dev.mandate.domain.exposure;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Searches for the earliest way in which some keys gain control of an account: they execute a transaction of their own making, with the help of nobody
 * else. Each command that it tries is decided by the account's rules, so that it finds nothing that the rules refuse.
 *
 * <p>It tries a transaction of their own, the admin's direct changes, and the completion of transactions that are open now: votes that others have given
 * count. Vaults of other known accounts act if the keys control these accounts.
 *
 * @param rules of the accounts' program
 * @param keys that sign whatever helps
 * @param newKey an address that is no signer: an admin could add any
 * @param until the last time at which a step counts
 */
public record ExposureSearch(AccountRules rules, Set<Address> keys, Address newKey, UnixTime until) {

    /** Content that stands for instructions that take everything. */
    public static final TransactionContent EVERYTHING = new TransactionContent.VaultInstructions(0, Bytes.EMPTY);

    /** A change of settings makes those before it stale: longer chains are rare. */
    private static final int MOST_CHANGES = 4;

    /** @param steps so far, in order */
    private record State(SmartAccount account, UnixTime now, Array<ExposureStep> steps) {}

    /**
     * An address that acts, from a time on.
     *
     * @param before the steps that make it act
     */
    private record Actor(Address address, UnixTime from, Array<ExposureStep> before) {}

    /** @param at when the keys execute whatever they like */
    record Control(UnixTime at, Array<ExposureStep> steps) {}

    /** The earliest control over the account; none if it is not reached in time. */
    Option<Control> control(KnownAccounts known, UnixTime now) {
        return control(known.account(), known.subject(), actors(known, now), now);
    }

    /** The open transactions that these keys can execute, in the order of their indexes. */
    Array<Long> completable(KnownAccounts known, UnixTime now) {
        Array<Actor> actors = actors(known, now);
        State start = new State(known.subject(), now, Array.empty());
        return open(known.subject()).filter(index -> completed(known.account(), start, index, actors).isDefined());
    }

    /** The account after these keys have executed {@code content}; none if they can't. */
    Option<SmartAccount> executed(KnownAccounts known, TransactionContent content, UnixTime now) {
        Array<Actor> actors = actors(known, now);
        return attempt(
                        known.account(),
                        new State(known.subject(), now, Array.empty()),
                        actors,
                        by -> new Command.CreateTransaction(by, content))
                .flatMap(created -> completed(
                        known.account(), created, created.account().settings().transactionIndex(), actors))
                .map(State::account);
    }

    /** The account after these keys have executed all open changes of limits that they can. The settings stay as they are. */
    SmartAccount withLimitsAdded(KnownAccounts known, UnixTime now) {
        Array<Actor> actors = actors(known, now);
        State start = new State(known.subject(), now, Array.empty());
        return open(known.subject())
                .filter(index -> changes(known.subject(), index).forAll(SettingsAction.AddSpendingLimit.class::isInstance)
                        && changes(known.subject(), index).nonEmpty())
                .foldLeft(start, (state, index) -> completed(known.account(), state, index, actors).getOrElse(state))
                .account();
    }

    private Array<Actor> actors(KnownAccounts known, UnixTime now) {
        Array<Actor> actors = keys.toArray().sorted().map(key -> new Actor(key, now, Array.empty()));
        Map<Address, SmartAccount> others = known.all().remove(known.account());
        boolean found = true;
        while (found) {
            Array<Actor> before = actors;
            Array<Actor> more = others.toArray()
                    .filter(other -> before.forAll(actor -> !actor.address().equals(other._1)))
                    .flatMap(other -> control(other._1, other._2, before, now)
                            .map(control -> new Actor(other._1, control.at(), control.steps())));
            actors = actors.appendAll(more).sortBy(Actor::from);
            found = more.nonEmpty();
        }
        return actors;
    }

    private Option<Control> control(Address address, SmartAccount account, Array<Actor> actors, UnixTime now) {
        return control(address, new Approved(new State(account, now, Array.empty()), Option.none()), actors, MOST_CHANGES);
    }

    /** @param own the index of the keys' own transaction, if they have approved one: it stays approved when the settings change */
    private record Approved(State state, Option<Long> own) {}

    private Option<Control> control(Address address, Approved start, Array<Actor> actors, int changesLeft) {
        Array<Approved> both = start.own().isDefined()
                ? Array.of(start)
                : Array.of(start).appendAll(withOwn(address, start.state(), actors));
        Array<Control> found = both.flatMap(approved -> executedOwn(address, approved, actors))
                .appendAll(asAdmin(address, start.state(), actors));
        if (changesLeft > 0 && found.forAll(control -> start.state().now().isBefore(control.at()))) {
            found = found.appendAll(both.flatMap(before -> open(before.state().account())
                    .filter(index -> changes(before.state().account(), index).nonEmpty())
                    .flatMap(index -> completed(address, before.state(), index, actors))
                    .flatMap(after -> control(address, new Approved(after, before.own()), actors, changesLeft - 1))));
        }
        return found.minBy((one, other) -> one.at().equals(other.at())
                ? Integer.compare(one.steps().length(), other.steps().length())
                : one.at().compareTo(other.at()));
    }

    private Option<Control> executedOwn(Address address, Approved approved, Array<Actor> actors) {
        return approved.own()
                .flatMap(own -> completed(address, approved.state(), own, actors))
                .map(executed -> new Control(executed.now(), executed.steps()));
    }

    /** The state with a transaction of the keys' own that is approved; none if they can't do that. */
    private Option<Approved> withOwn(Address address, State state, Array<Actor> actors) {
        return attempt(address, state, actors, by -> new Command.CreateTransaction(by, EVERYTHING)).flatMap(created -> {
            long own = created.account().settings().transactionIndex();
            return approved(address, created, own, actors).map(so -> new Approved(so, Option.some(own)));
        });
    }

    /** The admin adds a new key that decides alone and at once. */
    private Option<Control> asAdmin(Address address, State state, Array<Actor> actors) {
        Option<State> changed = attempt(address, state, actors, by -> new Command.ChangeAsAdmin(
                by, new SettingsAction.AddSigner(new Signer(newKey, Permissions.ALL))));
        if (changed.isDefined() && !changed.get().account().settings().roster().threshold().equals(new Threshold(1))) {
            changed = changed.flatMap(with -> attempt(
                    address, with, actors, by -> new Command.ChangeAsAdmin(by, new SettingsAction.ChangeThreshold(new Threshold(1)))));
        }
        if (changed.isDefined() && !changed.get().account().settings().timeLock().equals(TimeLock.NONE)) {
            changed = changed.flatMap(with ->
                    attempt(address, with, actors, by -> new Command.ChangeAsAdmin(by, new SettingsAction.SetTimeLock(TimeLock.NONE))));
        }
        Array<Actor> added = Array.of(new Actor(newKey, changed.map(State::now).getOrElse(state.now()), Array.empty()));
        return changed.flatMap(with -> withOwn(address, with, added)).flatMap(approved -> executedOwn(address, approved, added));
    }

    /** The state after the transaction at {@code index} was proposed, approved and executed; none if these actors can't do that in time. */
    private Option<State> completed(Address address, State start, long index, Array<Actor> actors) {
        return approved(address, start, index, actors)
                .flatMap(now -> proposal(now, index)
                        .flatMap(approved -> attempt(address, released(now, approved), actors, by -> new Command.Execute(by, index))));
    }

    /** The state after the transaction at {@code index} was proposed and approved; none if these actors can't do that in time. */
    private Option<State> approved(Address address, State start, long index, Array<Actor> actors) {
        Option<State> state = Option.some(start);
        if (transaction(start, index).exists(there -> there.proposal().isEmpty())) {
            state = attempt(address, start, actors, by -> new Command.CreateProposal(by, index, false));
        }
        if (state.exists(now -> proposal(now, index).exists(Proposal.Draft.class::isInstance))) {
            state = state.flatMap(now -> attempt(address, now, actors, by -> new Command.ActivateProposal(by, index)));
        }
        for (Actor actor : actors) {
            if (state.exists(now -> proposal(now, index).exists(Proposal.Active.class::isInstance))) {
                state = state.flatMap(now -> attempt(
                                address, now, Array.of(actor), by -> new Command.CastVote(by, index, Vote.APPROVE))
                        .orElse(Option.some(now)));
            }
        }
        return state.filter(now -> proposal(now, index).exists(Proposal.Approved.class::isInstance));
    }

    private static State released(State state, Proposal approved) {
        UnixTime released = state.account().settings().timeLock().releases(approved.since());
        return new State(state.account(), later(state.now(), released), state.steps());
    }

    /** The state after the first of {@code actors} whose command the rules allow. */
    private Option<State> attempt(Address address, State state, Array<Actor> actors, Function<Address, Command> command) {
        for (Actor actor : actors) {
            UnixTime at = later(state.now(), actor.from());
            Command tried = command.apply(actor.address());
            Option<SmartAccount> after = until.isBefore(at)
                    ? Option.none()
                    : rules.decide(Option.some(state.account()), tried, at)
                            .toOption()
                            .flatMap(events -> rules.fold(Option.some(state.account()), events));
            if (after.isDefined()) {
                Array<ExposureStep> before = actor.before().reject(state.steps()::contains);
                return Option.some(new State(
                        after.get(), at, state.steps().appendAll(before).append(new ExposureStep(address, at, tried))));
            }
        }
        return Option.none();
    }

    private static UnixTime later(UnixTime one, UnixTime other) {
        return one.isBefore(other) ? other : one;
    }

    private static Option<ManagedTransaction> transaction(State state, long index) {
        return state.account().transactions().get(index);
    }

    private static Option<Proposal> proposal(State state, long index) {
        return transaction(state, index).flatMap(ManagedTransaction::proposal);
    }

    private static Array<SettingsAction> changes(SmartAccount account, long index) {
        return account.transactions().get(index).flatMap(ManagedTransaction::content).toArray().flatMap(TransactionContent::settingsActions);
    }

    /** The indexes of the transactions that are not over. */
    private static Array<Long> open(SmartAccount account) {
        return account.transactions().keySet().toArray().sorted().filter(index -> account.transactions()
                .get(index)
                .exists(there -> there.proposal().forAll(proposal -> switch (proposal) {
                    case Proposal.Draft draft -> true;
                    case Proposal.Active active -> true;
                    case Proposal.Approved approved -> true;
                    case Proposal.Executed executed -> false;
                    case Proposal.Rejected rejected -> false;
                    case Proposal.Cancelled cancelled -> false;
                })));
    }
}
