package dev.mandate.testkit.generators;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates the settings of accounts apart from their rosters, and account creations. */
public final class AccountSettings {

    private AccountSettings() {}

    /** Generates valid time locks, often at the ends of the range. */
    public static Arbitrary<TimeLock> timeLocks() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.just(0L)),
                        Tuple.of(
                                3,
                                Arbitraries.of(
                                        1L, 2L, 3_600L, 86_400L, TimeLock.MAX_SECONDS - 1, TimeLock.MAX_SECONDS)),
                        Tuple.of(1, Arbitraries.longs().between(0, TimeLock.MAX_SECONDS)))
                .map(TimeLock::new);
    }

    /** Generates time locks, a few of them beyond 90 days. */
    public static Arbitrary<TimeLock> anyTimeLocks() {
        return Arbitraries.frequencyOf(
                Tuple.of(8, timeLocks()),
                Tuple.of(1, Arbitraries.of(TimeLock.MAX_SECONDS + 1, 0xffff_ffffL).map(TimeLock::new)));
    }

    /** Generates admins; two of three times there is none. */
    public static Arbitrary<AdminControl> adminControls(HistoryParticipants cast) {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(new AdminControl.None())),
                Tuple.of(1, Addresses.of(cast).map(AdminControl.HeldBy::new)));
    }

    public static Arbitrary<Option<Address>> rentCollectors(HistoryParticipants cast) {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Addresses.of(cast).map(Option::some)), Tuple.of(1, Arbitraries.just(Option.none())));
    }

    /** Generates valid creations. */
    public static Arbitrary<Command.CreateAccount> creations(HistoryParticipants cast) {
        return Combinators.combine(
                        Rosters.governable(cast), timeLocks(), adminControls(cast), rentCollectors(cast))
                .as((roster, timeLock, admin, collector) -> new Command.CreateAccount(
                        roster.signers(), roster.threshold(), timeLock, admin, collector));
    }

    /** Generates creations that are mostly invalid, often for several reasons. */
    public static Arbitrary<Command.CreateAccount> anyCreations(HistoryParticipants cast) {
        return Combinators.combine(
                        Rosters.anySigners(cast),
                        Rosters.thresholds(),
                        anyTimeLocks(),
                        adminControls(cast),
                        rentCollectors(cast))
                .as(Command.CreateAccount::new);
    }
}
