package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.control.Either;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is spent never exceeds the amount and nothing stays reserved, whatever happens between two steps of a use. */
@Tag("counted")
class EngineLimitCrashTest {

    private static final long SOL = EngineLimitFixture.SOL;
    private static final long AMOUNT = 10 * SOL;
    private static final long PART = 7 * SOL;

    /** What happens at a step. */
    private interface Interruption {
        ProcessFault at(int step, EngineLimitFixture fixture, Address limit);
    }

    @ParameterizedTest
    @EnumSource(names = {"YEAR", "ONE_TIME"})
    void aCrashBetweenAnyTwoStepsNeitherOverspendsNorLosesAnAmount(PolicyPeriod period) {
        atEveryStep(period, (step, fixture, limit) -> ProcessFault.after(step));
    }

    @ParameterizedTest
    @EnumSource(names = {"YEAR", "ONE_TIME"})
    void aSecondInstanceBetweenAnyTwoStepsNeitherOverspendsNorLosesAnAmount(PolicyPeriod period) {
        atEveryStep(period, (step, fixture, limit) -> ProcessFault.interrupted(step, () -> {
            if (isTried(fixture, fixture.reserve(limit, PART))) {
                fixture.work();
            }
        }));
    }

    /** A clock that is a day ahead or behind in the other instance lets no more be spent. */
    @ParameterizedTest
    @EnumSource(names = {"YEAR", "ONE_TIME"})
    void aSecondInstanceWhoseClockIsADayOffNeitherOverspendsNorLosesAnAmount(PolicyPeriod period) {
        for (long offset : new long[] {-EngineLimitFixture.DAY, EngineLimitFixture.DAY}) {
            atEveryStep(period, (step, fixture, limit) -> ProcessFault.interrupted(step, () -> {
                fixture.jump(offset);
                var unused = isTried(fixture, fixture.reserve(limit, PART));
                fixture.jump(-offset);
            }));
        }
    }

    /** Whether a use was reserved, which is then submitted. */
    private static boolean isTried(EngineLimitFixture fixture, Either<LimitUseRefusal, ReservedUse> reserved) {
        return reserved.exists(use -> fixture.submit(use).isRight());
    }

    /** A fixture at its start. */
    EngineLimitFixture fixture() {
        return new EngineLimitFixture();
    }

    private void atEveryStep(PolicyPeriod period, Interruption interruption) {
        int step = 0;
        boolean struck = true;
        while (struck) {
            EngineLimitFixture fixture = fixture();
            Address limit = fixture.grant(fixture.terms(period, AMOUNT));
            ProcessFault fault = interruption.at(step, fixture, limit);
            use(fixture, fault, limit);

            int at = step;
            assertTrue(fixture.received() <= AMOUNT, () -> "at step " + at + ": " + fixture.received());
            recover(fixture);
            assertTrue(fixture.limit(limit).openAt(fixture.clock()).isEmpty(), () -> "at step " + at + ": " + fixture.limit(limit));
            spendTheRest(fixture, limit, period);
            fixture.assertLogIsSound();
            struck = fault.isFulfilled();
            step += TestExtent.stride(4);
        }
        assertTrue(step > 20, "steps: " + step);
    }

    /** Reserves, submits and settles in a process that may die. */
    private static void use(EngineLimitFixture fixture, ProcessFault fault, Address limit) {
        FaultyChain line = new FaultyChain(fixture.chain, fault, () -> Line.GOOD, sent -> {});
        Engines engine = fixture.engine(line, new CrashingJournal(fixture.journal, fault), fixture::now);
        try {
            fixture.reserve(EngineLimitFixture.service(engine), limit, PART)
                    .forEach(reserved -> {
                        var unused = fixture.submit(EngineLimitFixture.service(engine), reserved);
                    });
            fixture.deliver(engine, SubmissionRepository.TOPIC);
        } catch (Crash dead) {
            assertTrue(fault.isFulfilled());
        }
    }

    /** Nothing of before can land any more, and workers have seen it. */
    private static void recover(EngineLimitFixture fixture) {
        fixture.pass(60);
        fixture.work();
        fixture.letNothingLandAnyMore();
        fixture.pass(EngineLimitFixture.DAY + 181);
        fixture.work();
    }

    /** All that was not spent can still be: once, if the limit is for one use and was not used. */
    private static void spendTheRest(EngineLimitFixture fixture, Address limit, PolicyPeriod period) {
        long spent = fixture.received();
        if (period == PolicyPeriod.ONE_TIME && spent > 0) {
            assertEquals(PART, spent);
            assertTrue(fixture.reserve(limit, 1).isLeft());
            // Its end may have been recorded just now.
            fixture.pass(EngineLimitFixture.DAY + 2);
            fixture.work();
            assertEquals(0, fixture.vault.keys());
        } else {
            assertEquals(BaseUnits.of(AMOUNT - spent), fixture.limit(limit).availableAt(fixture.clock()));
            fixture.spend(limit, AMOUNT - spent);
            assertTrue(fixture.reserve(limit, 1).isLeft());
        }
    }
}
