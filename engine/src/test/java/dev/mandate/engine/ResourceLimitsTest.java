package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.ComputeBudget;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** The limits that legacy transactions ask for. */
class ResourceLimitsTest extends SplitRequestFixture {

    private static final int MAX_BYTES = 1_232;
    private static final int LIMITS_BYTES = 48;
    private static final ComputeBudget MOST_FOR_EXECUTION = ComputeBudget.MOST_UNITS.orElse(ComputeBudget.heap(256 * 1_024));

    private BuildRequest transfer(long lamports) {
        return prepare(account, ClientTransactions.transfer(account, shop, lamports), ann, bob);
    }

    @Test
    void coverTheTransactionsNeedsWithAMargin() {
        TransactionPlan built = fixture.landed(transfer(1));

        Simulation simulation = built.simulation().get();
        assertEquals(Option.none(), simulation.failure());
        ComputeBudget asked = EngineFixture.computeBudget(built.single());
        assertEquals(ComputeBudget.fitting(simulation), asked);
        assertTrue(asked.loadedBytesLimit().isDefined());
    }

    @Test
    void doNotReplaceTheCallersBudget() {
        ComputeBudget given = new ComputeBudget(Option.some(300_000L), Option.none(), Option.none(), Option.some(65_536));

        TransactionPlan built = fixture.landed(new BuildRequest.Prepare(
                account,
                ClientTransactions.transfer(account, shop, 1),
                Array.of(ann, bob),
                BuildOptions.DEFAULT.withComputeBudget(given)));

        ComputeBudget asked = EngineFixture.computeBudget(built.single());
        assertEquals(asked, given.orElse(asked));
        assertTrue(asked.loadedBytesLimit().isDefined());
    }

    /** Each of these transactions holds one byte more; none has a second step before the bytes are full. */
    @Test
    void areLeftOutWhereTheTransactionFitsOnlyWithoutThem() {
        int bytes = 300;
        TransactionPlan built = fixture.builds(prepare(account, memo(account, bytes), ann, bob));
        while (built.steps().length() == 1) {
            int length = EngineFixture.bytes(built);
            boolean limited = !EngineFixture.computeBudget(built.single()).equals(ComputeBudget.NONE);
            assertEquals(length > MAX_BYTES - LIMITS_BYTES && !limited, !limited, () -> "at " + length + " bytes");
            assertTrue(built.simulation().isRight());
            bytes++;
            built = fixture.builds(prepare(account, memo(account, bytes), ann, bob));
        }
        TransactionPlan longest = fixture.landed(prepare(account, memo(account, bytes - 1), ann, bob));
        assertEquals(MAX_BYTES, EngineFixture.bytes(longest));
        assertEquals(ComputeBudget.NONE, EngineFixture.computeBudget(longest.single()));
    }

    @Test
    void areTheMostIfTheTransactionWouldFailNow() {
        TransactionPlan built = fixture.builds(transfer(1_000 * EngineFixture.SOL));

        assertTrue(built.simulation().get().failure().isDefined());
        assertEquals(MOST_FOR_EXECUTION, EngineFixture.computeBudget(built.single()));

        fixture.ledger.fund(account, 1_000 * EngineFixture.SOL);
        fixture.land(built);
    }

    @Test
    void areTheMostIfTheChainDoesNotSimulate() {
        AlteredChain silent = new AlteredChain(fixture.chain(), "simulate", arguments -> Either.left(SilentChain.FAULT));

        for (TransactionVersion version : TransactionVersion.values()) {
            TransactionPlan built = EngineFixture.engine(silent.chain(), fixture.journal())
                    .build(new BuildRequest.Prepare(
                            account,
                            ClientTransactions.transfer(account, shop, 1),
                            Array.of(ann, bob),
                            BuildOptions.DEFAULT.withVersion(version)))
                    .get();

            assertEquals(Either.left(SilentChain.FAULT), built.simulation());
            fixture.land(built);
        }
    }

    /** Its content may need more than the default of 200,000 units and 32 KiB of heap; the instructions of the account program do not. */
    @Test
    void areTheMostForAnExecutionThatCannotBeSimulatedYet() {
        Array<Address> voters = people(20);
        Address held = fixture.account(NewAccount.of(15, voters.toJavaArray(Address[]::new)));

        TransactionPlan built = fixture.landed(prepare(held, ClientTransactions.transfer(held, shop, 1), voters));

        assertEquals(Array.of(Kind.PROPOSE, Kind.APPROVE, Kind.APPROVE, Kind.EXECUTE), kinds(built));
        assertEquals(
                Array.of(ComputeBudget.NONE, ComputeBudget.NONE, MOST_FOR_EXECUTION),
                built.steps().tail().map(EngineFixture::computeBudget));
    }

    @Test
    void fitIntoAnExecutionThroughALookupTable() {
        TransactionPlan built = fixture.landed(prepare(account, wide(account, 28), ann, bob));

        assertTrue(kinds(built).contains(Kind.LOOKUP_TABLE_CREATE), () -> kinds(built).toString());
        Step execution = built.steps().find(step -> step.kind() == Kind.EXECUTE).get();
        assertEquals(MOST_FOR_EXECUTION, EngineFixture.computeBudget(execution));
    }

    /** The cost of a build in round trips, whatever the number of its transactions. */
    @Test
    void takeOneSimulation() {
        for (Bytes content : Array.of(ClientTransactions.transfer(account, shop, 1), memo(account, 1_049))) {
            AlteredChain counting = new AlteredChain(fixture.chain(), "none", arguments -> arguments);

            Array<Step> steps = EngineFixture.engine(counting.chain(), fixture.journal())
                    .build(prepare(account, content, ann, bob))
                    .get()
                    .steps();

            for (String method : Array.of("latestBlockhash", "simulate", "recentUnitPrices", "fees")) {
                assertEquals(1, counting.calls(method), () -> method + " for " + steps.length() + " steps");
            }
        }
    }
}
