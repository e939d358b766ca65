package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Limits;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The amounts that a spending limit allows, and to whom. */
public abstract class SpendingLimitLaws extends HistoryLaws {

    private static final UnixTime START = new UnixTime(1_760_000_000L);

    /** A use: seconds since the one before, and amount. */
    record Use(long pause, BaseUnits amount) {}

    /** An account with one limit. */
    private record Limited(SmartAccount account, Address at) {

        SpendingLimit limit() {
            return account.limits().get(at).get();
        }

        Command.Spend spend(BaseUnits amount) {
            LimitTerms terms = limit().terms();
            Address by = terms.signers().head();
            return new Command.Spend(by, at, terms.destinations().getOrElse(by), amount);
        }
    }

    @Provide
    Arbitrary<LimitTerms> terms() {
        return Limits.terms(tested().participants());
    }

    @Provide
    Arbitrary<Period> periods() {
        return Arbitraries.of(Period.DAY, Period.WEEK, Period.MONTH);
    }

    /** Uses of about half a small limit, at and around whole periods. */
    @Provide
    Arbitrary<List<Use>> uses() {
        Arbitrary<Long> pauses = Arbitraries.of(
                0L, 1L, 43_200L, 86_399L, 86_400L, 86_401L, 172_799L, 172_800L, 172_801L, 604_800L, 604_801L, 2_592_000L,
                2_592_001L, 6_000_000L);
        return Combinators.combine(pauses, Limits.amounts()).as(Use::new).list().ofMaxSize(30);
    }

    @Law(
            id = "spending-limit-1",
            says = "What is spent in one period never exceeds the amount, everything within it is allowed, and nothing carries over.",
            source = "Squads v4, spending_limit_use: reset when now − lastReset > period, and lastReset moves by whole periods",
            forAll = "valid terms, and up to 30 uses at and around the ends of periods")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aPeriodAllowsTheAmount(@ForAll("terms") LimitTerms terms, @ForAll("uses") List<Use> uses) {
        Limited limited = open(terms);
        // An account of the limit apart from the rules: the start of the window of the last use, and the amount spent in it.
        long lastBegun = START.seconds();
        BigInteger lastSpent = BigInteger.ZERO;
        UnixTime now = START;
        for (Use use : uses) {
            now = now.plusSeconds(use.pause());
            long length = secondsOf(terms.period());
            boolean over = length > 0 && now.seconds() - lastBegun > length;
            long begun = over ? now.seconds() - Math.floorMod(now.seconds() - START.seconds(), length) : lastBegun;
            BigInteger spent = (over ? BigInteger.ZERO : lastSpent).add(big(use.amount()));
            Either<?, SmartAccount> answer = decide(limited.account(), limited.spend(use.amount()), now);
            assertEquals(spent.compareTo(big(terms.amount())) <= 0, answer.isRight(), use::toString);
            if (answer.isRight()) {
                lastBegun = begun;
                lastSpent = spent;
                limited = new Limited(answer.get(), limited.at());
                Window window = limited.limit().window();
                assertEquals(big(terms.amount()).subtract(spent), big(window.remaining()));
                assertEquals(begun, window.start().seconds());
            }
        }
    }

    @Law(
            id = "spending-limit-2",
            says = "A limit for one time is never whole again.",
            source = "Squads v4, Period::OneTime never resets",
            forAll = "valid terms for one time, and up to 30 uses over decades")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void oneTimeIsOneTime(@ForAll("terms") LimitTerms any, @ForAll("uses") List<Use> uses) {
        Limited limited = open(any.withPeriod(Period.ONE_TIME));
        BigInteger spent = BigInteger.ZERO;
        UnixTime now = START;
        for (Use use : uses) {
            now = now.plusSeconds(use.pause() * 1_000);
            for (SmartAccount after : decide(limited.account(), limited.spend(use.amount()), now)) {
                spent = spent.add(big(use.amount()));
                limited = new Limited(after, limited.at());
            }
            assertTrue(spent.compareTo(big(any.amount())) <= 0);
            assertEquals(START, limited.limit().window().start());
        }
    }

    @Law(
            id = "spending-limit-3",
            says = "A used up limit is whole again one second after its period, and not before.",
            source = "Squads v4, spending_limit_use: reset when now − lastReset > period, strictly",
            forAll = "valid terms with a period")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void wholeAgainAfterItsPeriod(@ForAll("terms") LimitTerms any, @ForAll("periods") Period period) {
        Limited fresh = open(any.withPeriod(period));
        SmartAccount spent = accepted(fresh.account(), fresh.spend(any.amount()), START);
        UnixTime end = START.plusSeconds(secondsOf(period));
        assertTrue(decide(spent, fresh.spend(BaseUnits.of(1)), end).isLeft());
        SmartAccount again = accepted(spent, fresh.spend(any.amount()), end.plusSeconds(1));
        assertEquals(new Window(end, BaseUnits.ZERO), new Limited(again, fresh.at()).limit().window());
    }

    @Law(
            id = "spending-limit-4",
            says = "A window starts when its limit is made, never moves backwards or ahead of the clock, and never holds more than the amount.",
            source = "Squads v4, SpendingLimit::invariant; spending_limit_use",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aWindowMovesForward(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            step.after().limits().forEach((at, limit) -> {
                // An executed change may remove a limit and make it again.
                Option<Window> before = step.command() instanceof Command.Spend
                        ? step.before().limits().get(at).map(SpendingLimit::window)
                        : step.before().limits().get(at).filter(limit::equals).map(SpendingLimit::window);
                if (before.isEmpty()) {
                    assertEquals(new Window(step.at(), limit.terms().amount()), limit.window(), step::toString);
                }
                assertFalse(before.exists(earlier -> limit.window().start().isBefore(earlier.start())), step::toString);
                assertFalse(step.at().isBefore(limit.window().start()), step::toString);
                assertTrue(limit.window().remaining().compareTo(limit.terms().amount()) <= 0, step::toString);
            });
        }
    }

    @Law(
            id = "spending-limit-5",
            says = "Only the signers of a limit spend from it, and only to its destinations if it has any.",
            source = "Squads v4, spending_limit_use: Unauthorized, InvalidDestination",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void onlySignersOfALimitSpendToItsDestinations(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            if (step.command() instanceof Command.Spend(Address by, Address at, Address to, BaseUnits amount)) {
                LimitTerms terms = step.before().limits().get(at).get().terms();
                assertTrue(terms.signers().contains(by), step::toString);
                assertTrue(terms.destinations().isEmpty() || terms.destinations().contains(to), step::toString);
            }
        }
    }

    private Limited open(LimitTerms terms) {
        HistoryParticipants.Slot slot = tested().participants().slots().head();
        Address admin = tested().participants().people().head();
        SmartAccount made = tested()
                .apply(
                        Option.none(),
                        new Command.CreateAccount(
                                Array.of(new Signer(admin, Permissions.ALL)),
                                new Threshold(1),
                                TimeLock.NONE,
                                new AdminControl.HeldBy(admin),
                                Option.none()),
                        START)
                .getOrElseThrow(why -> new AssertionError(why.toString()));
        Command add = new Command.ChangeAsAdmin(
                admin, new SettingsAction.AddSpendingLimit(slot.limit(), terms.withCreateKey(slot.createKey())));
        return new Limited(accepted(made, add, START), slot.limit());
    }

    private SmartAccount accepted(SmartAccount account, Command command, UnixTime now) {
        return decide(account, command, now).getOrElseThrow(why -> new AssertionError(command + ": " + why));
    }

    private static long secondsOf(Period period) {
        return switch (period) {
            case ONE_TIME -> 0;
            case DAY -> 24 * 60 * 60;
            case WEEK -> 7 * 24 * 60 * 60;
            case MONTH -> 30 * 24 * 60 * 60;
        };
    }

    private static BigInteger big(BaseUnits amount) {
        return new BigInteger(amount.toString());
    }
}
