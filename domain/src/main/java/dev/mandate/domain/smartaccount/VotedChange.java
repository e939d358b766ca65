package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.UncheckedSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * A voted change of settings during its execution. Its actions run in order. Limits are checked at each action; whether the
 * settings are governable is checked once, at the end.
 */
record VotedChange(UncheckedSettings draft, Map<Address, SpendingLimit> limits, Array<Event> events) {

    /** Returns the events of {@code actions}, the settings last; or the refusal, and then no action takes effect. */
    static Either<Refusal, Array<Event>> run(SmartAccount account, Seq<SettingsAction> actions, UnixTime now) {
        Either<Refusal, VotedChange> running = Either.right(
                new VotedChange(UncheckedSettings.of(account.settings()), account.limits(), Array.empty()));
        for (SettingsAction action : actions) {
            running = running.flatMap(before -> before.step(action, now));
        }
        return running.flatMap(done -> done.draft
                .settle()
                .<Refusal>mapLeft(Refusal.SettingsRefused::new)
                .map(settings -> done.events.append(new Event.SettingsChanged(settings))));
    }

    private Either<Refusal, VotedChange> step(SettingsAction action, UnixTime now) {
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                limits.containsKey(limit)
                        ? Either.left(new Refusal.LimitExists(limit))
                        : SpendingLimit.open(terms, now)
                                .<Refusal>mapLeft(Refusal.NotSpent::new)
                                .map(opened -> new VotedChange(
                                        draft,
                                        limits.put(limit, opened),
                                        events.append(new Event.LimitAdded(limit, opened))));
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                limits.containsKey(limit)
                        ? Either.right(new VotedChange(
                                draft, limits.remove(limit), events.append(new Event.LimitRemoved(limit))))
                        : Either.left(new Refusal.NoLimit(limit));
            case SettingsAction.GovernanceAction governance ->
                draft.voted(governance)
                        .<Refusal>mapLeft(Refusal.SettingsRefused::new)
                        .map(next -> new VotedChange(next, limits, events));
        };
    }
}
