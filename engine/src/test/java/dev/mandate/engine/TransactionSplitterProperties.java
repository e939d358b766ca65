package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever a client can hand in, however many must sign: it is done by steps each of which lands, and done once. */
class TransactionSplitterProperties {

    private static final int MOST_SIGNERS = 20;

    private final EngineFixture fixture = new EngineFixture();
    private final Address payer = fixture.person("payer");
    private final Address shop = fixture.person("shop");
    private final Address collector = fixture.key("collector");
    private final Array<Address> voters = Array.rangeClosed(1, MOST_SIGNERS).map(i -> fixture.person("voter " + i));
    private final Array<Address> bystanders = Array.rangeClosed(1, 40).map(i -> fixture.key("bystander " + i));

    /** What a client hands in, as large as it likes. */
    record Load(int memo, int bystanders) {}

    @Property(tries = 30)
    void thePreparedIsDoneStepByStep(
            @ForAll("loads") Load load,
            @ForAll @IntRange(min = 1, max = MOST_SIGNERS) int threshold,
            @ForAll boolean collecting,
            @ForAll boolean locked) {
        NewAccount founding = NewAccount.of(threshold, voters.toJavaArray(Address[]::new));
        founding = collecting ? founding.collectingRentFor(collector) : founding;
        Address account = fixture.account(locked ? founding.lockedFor(60) : founding);
        long before = fixture.ledger.lamports(shop);

        TransactionPlan built = fixture.builds(new BuildRequest.Prepare(
                account, transaction(account, load), voters, BuildOptions.DEFAULT.paidBy(payer)));
        fixture.land(built);
        if (built.phase() instanceof Phase.AwaitingTimeLock) {
            fixture.pass(60);
            fixture.lands(new BuildRequest.Execute(account, 1, voters, BuildOptions.DEFAULT.paidBy(payer)));
        }

        assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
        assertTrue(
                built.steps().length() == 1 || built.steps().forAll(step -> step.kind() != Step.Kind.ALL),
                () -> built.steps().map(Step::kind).toString());
    }

    @Provide
    Arbitrary<Load> loads() {
        return Combinators.combine(Arbitraries.integers().between(0, 1_000), Arbitraries.integers().between(0, 30))
                .as(Load::new)
                // What the client hands in is one transaction itself.
                .filter(load -> load.memo + 33 * load.bystanders < 900);
    }

    private Bytes transaction(Address account, Load load) {
        Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));
        Instruction memo = new Instruction(
                MemoProgram.ID, Array.of(AccountMeta.signer(account)), Bytes.of(new byte[load.memo()]));
        return ClientTransactions.transaction(
                account,
                new Instruction(
                        transfer.program(),
                        Array.ofAll(transfer.accounts())
                                .appendAll(bystanders.take(load.bystanders()).map(AccountMeta::writable)),
                        transfer.data()),
                memo);
    }
}
